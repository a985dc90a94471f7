/** A plain table: first column left, numbers right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(width(title), ...rows.map((row) => width(row[column] ?? ''))))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (/^[-\d]/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return `${[line(header), widths.map((size) => '-'.repeat(size)).join('  '), ...rows.map(line)].join('\n')}\n`
}

function width(text: string): number {
  return [...text].length
}
