export function Table({ id }: { id: string }) {
  return <main data-table={id} />;
}
