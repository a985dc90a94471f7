/** How code says a path: each line before it, and the expression. All of them are `data/a.txt`. */
const PATHS: readonly (readonly [before: string, path: string])[] = [
  ['', '"data/a.txt"'],
  ['', 'os.path.join("data", "a.txt")'],
  ['name = "a"', 'f"data/{name}.txt"'],
  ['', '"data/%s.txt" % "a"'],
  ['', '"data/%s.%s" % ("a", "txt")'],
  ['', '"data/{}.txt".format("a")'],
  ['', '"{where}/a.txt".format(where="data")'],
  ['', '"/".join(["data", "a.txt"])'],
  ['parts = ["data"]\nparts.append("a.txt")', '"/".join(parts)'],
  ['', '"data" + "/" + "a.txt"'],
  ['', 'str(Path("data") / "a.txt")'],
  ['', 'Path("data", "a.txt")'],
  ['base = "data/"\nbase += "a.txt"', 'base'],
  ['def place(name):\n    return f"data/{name}"', 'place("a.txt")'],
  ['def place(name="a"):\n    return "data/" + name + ".txt"', 'place()'],
  ['paths = {"first": "data/a.txt", "second": "data/b.txt"}', 'paths["first"]'],
  ['paths = ["data/a.txt", "data/b.txt"]', 'paths[0]'],
  ['class Config:\n    path = "data/a.txt"', 'Config.path'],
  ['class Config:\n    def __init__(self, name):\n        self.path = f"data/{name}.txt"', 'Config("a").path'],
  ['place = lambda name: "data/" + name', 'place("a.txt")'],
  ['', '"data/b.txt".replace("b", "a")'],
  ['', 'Path("data").joinpath("a.txt")'],
  ['', 'Path("data/a.md").with_suffix(".txt")'],
  ['', 'Path("data/b.txt").with_name("a.txt")'],
  ['', 'os.path.dirname("data/x") + "/a.txt"'],
  ['', 'Path("data/x").parent / "a.txt"'],
  ['first, second = "data", "a.txt"', 'os.path.join(first, second)'],
  ['', '"DATA/A.TXT".lower()'],
  ['(where := "data")', 'f"{where}/a.txt"'],
  ['', '"".join(["data", os.sep, "a.txt"])'],
  ['', '"data\\x2fa.txt"'],
]

/** What is done with it. */
const ACTS: readonly string[] = [
  'open(PATH).read()',
  'with open(PATH, "w") as f:\n    f.write("x")',
  'with open(PATH, mode="a") as f:\n    f.write("x")',
  'Path(PATH).read_text()',
  'Path(PATH).write_text("x")',
  'os.remove(PATH)',
  'Path(PATH).unlink()',
  'from os import remove as gone\ngone(PATH)',
  'import shutil as s\ns.copyfile(PATH, "out/c.txt")',
  'os.rename(PATH, "out/r.txt")',
  'os.makedirs(str(PATH) + ".d")',
  'subprocess.run(["cat", str(PATH)])',
  'from subprocess import check_output as run\nrun(["cat", "-n", str(PATH)])',
  'os.system("cat " + str(PATH))',
  'urllib.request.urlopen("http://localhost:1/" + str(PATH))',
  'getattr(os, "remove")(PATH)',
  'list(map(os.remove, [PATH]))',
]

/** Where it stands. */
const AROUND: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `def main():\n${indented(code)}\n\nif __name__ == "__main__":\n    main()`,
]

const IMPORTS = 'import os, subprocess, shutil, urllib.request\nfrom pathlib import Path\n'

function indented(code: string): string {
  return code
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

/** Harmless programs of which every path, argument and address is constant. */
export function snippets(): readonly string[] {
  return PATHS.flatMap(([before, path]) =>
    ACTS.flatMap((act) =>
      AROUND.map(
        (around) => `${IMPORTS}${around(`${before === '' ? '' : `${before}\n`}${act.replaceAll('PATH', path)}`)}\n`,
      ),
    ),
  )
}
