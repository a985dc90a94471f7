/** One text per line of a block; `\n` stands for the end of a line in it. */
export function lines(block: string): readonly string[] {
  return block
    .split('\n')
    .map((line) => line.trim().replaceAll(String.raw`\n`, '\n'))
    .filter((line) => line !== '')
}
