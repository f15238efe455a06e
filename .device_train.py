import sys, os, time, warnings
warnings.filterwarnings("ignore")
from pathlib import Path
from parlour.games import find_game
from parlour.learn.training import Training, CUDA, CPU, Size
from dataclasses import replace
out=Path(os.environ.get("OUT","/tmp/out"))
for job in sys.argv[2:]:
    name, players, seconds = job.split(":")
    t=time.time()
    size = CUDA if sys.argv[1]=="cuda" else replace(CPU, tables=64, width=64, playing_width=32, teaching=20, measuring=40)
    try:
        tr=Training(find_game(name), int(players), float(seconds), Path("/tmp/train")/f"{name}-{players}", sys.argv[1], size)
        path=tr.run(lambda text: print(name, text, flush=True))
        (out/f"{name}-{players}.npz").write_bytes(path.read_bytes())
    except Exception:
        import traceback; traceback.print_exc()
    print(name, "took", round(time.time()-t), flush=True)
