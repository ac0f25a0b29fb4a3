import sys, time, random, math, json
sys.path.insert(0,'/tmp/w-search')
from interpreter import load_game
from interpreter.native.runtime.search import SearchOptions
GAMES={"hex11":("hex",{"size":11}),"c4":("connect-four",{}),"reversi":("reversi",{}),"bt":("breakthrough",{}),"squ8":("squ",{"size":8}),"quarod8":("quarod",{"size":8}),"cropa7":("cropa",{"side":7})}
BASE=dict(exploration=0.7,amaf=0,decisive=False)
def play(game, a, b, seed, sims, secs=0):
    s=game.start(seed=seed) if False else game.start()
    n=s.engine.analyses
    rng=random.Random(seed)
    k=0
    while not s.is_over:
        if s.is_chance: s=s.play(s.random_choice(rng)); continue
        o=dict((a,b)[s.seat]); 
        if len(s.moves())==1: s=s.play(s.moves()[0]); continue
        r=n.search(s.node, SearchOptions("uct",simulations=0 if secs else sims,seconds=secs,seed=rng.getrandbits(64),**o))
        best=[m for m in r.moves if m[1:]==r.best[1:]]
        s=s.play(s.game.move(n.unpack(rng.choice(best).move)))
    return s.result
def match(key, new, count, sims=1000, secs=0, base=BASE):
    if key not in GAMES: GAMES[key]=(key.split(':')[0],{a.split('=')[0]:int(a.split('=')[1]) for a in key.split(':')[1:]})
    name,opts=GAMES[key]
    game=load_game(name, **opts)
    won=0; t=[0,0]
    for i in range(count):
        w=i%2
        pass
        r=play(game, *((new,base) if w==0 else (base,new)), seed=1000+i, sims=sims, secs=secs)
        won+=r[w]
    return won/count
if __name__=="__main__":
    variants=json.loads(sys.argv[1]); keys=sys.argv[2].split(",") if sys.argv[2]!="all" else list(GAMES); count=int(sys.argv[3]); secs=float(sys.argv[4]) if len(sys.argv)>4 else 0
    for v in variants:
        v=dict(v); 
        if "extra" in v: v["extra"]=tuple(v["extra"])
        out=[]
        for k in keys:
            t=time.process_time(); x=match(k,v,count,secs=secs); out.append(x)
            print(f"{k} {x:.3f} ({time.process_time()-t:.0f}s)", end="  ", flush=True)
        print(f"| mean {sum(out)/len(out):.3f}  {v}", flush=True)
