"""Runs commands on a terminal of their own and types into them. In: a list of runs as JSON; out: a list of outcomes."""
import json, os, pty, select, signal, sys, time
from multiprocessing import get_context


def run(one):
    pid, master = pty.fork()
    if pid == 0:
        # Python ignores it, and what it starts would, too.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.environ.update(one.get("environment") or {})
        os.chdir(one["directory"])
        os.execvp(one["words"][0], one["words"])
    began, output, typed, signalled = time.monotonic(), b"", 0.0, False
    status = None
    while time.monotonic() - began < one["patience"]:
        if select.select([master], [], [], 0.02)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:
                data = b""
            if not data:
                break
            output += data
        now = time.monotonic()
        # Somebody types the whole time, so that whatever waits for it gets it.
        if one.get("types") and now - typed > 0.1:
            typed = now
            try:
                os.write(master, one["types"].encode())
            except OSError:
                pass
        if one.get("until") and os.path.exists(os.path.join(one["directory"], one["until"])):
            break
        if one.get("signal") and not signalled and one["after"].encode() in output:
            signalled = True
            os.kill(pid, getattr(signal, one["signal"]))
        if status is None:
            done, found = os.waitpid(pid, os.WNOHANG)
            if done == pid:
                status = found
                began = min(began, now - one["patience"] + 0.3)
    if status is None:
        done, found = os.waitpid(pid, os.WNOHANG)
        deadline = time.monotonic() + 1
        while done != pid and time.monotonic() < deadline:
            time.sleep(0.01)
            done, found = os.waitpid(pid, os.WNOHANG)
        if done != pid:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return {"output": output.decode("utf8", "replace"), "status": "still running"}
        status = found
    os.close(master)
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return {"output": output.decode("utf8", "replace").replace("\r\n", "\n"), "status": code}


if __name__ == "__main__":
    runs = json.load(sys.stdin)
    with get_context("fork").Pool(6) as pool:
        print(json.dumps(pool.map(run, runs, chunksize=1)))
