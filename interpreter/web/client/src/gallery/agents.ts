// The agents that a person can choose, from weak to strong.

interface AgentKind {
  name: string;
  /** The texts of the agents, from weak to strong. */
  levels: string[];
}

const SIMULATIONS = [10, 30, 100, 300, 1000, 3000, 10_000];
const FOR_EACH_MOVE = [1, 2, 5, 10, 20, 50, 100];

export const KINDS: readonly AgentKind[] = [
  { name: "random", levels: ["random"] },
  { name: "tree search (uct)", levels: SIMULATIONS.map((n) => `uct:${n}`) },
  { name: "tree search (uct), for each legal move", levels: FOR_EACH_MOVE.map((n) => `uct:${n}x`) },
  { name: "flat playouts", levels: SIMULATIONS.map((n) => `flat:${n}`) },
  { name: "alpha-beta", levels: [1, 2, 3, 4, 5, 6].map((depth) => `alphabeta:depth=${depth}`) },
];

export const FIRST = { kind: 1, level: 3 };
