import { loadProduct } from '../test/product.ts'
import { type Measured, measure } from '../test/suites/options.ts'

/** Prints how many rows of both lists of options pass the gate; `--rows` also prints the wrong ones. */
const product = await loadProduct()
const withRows = process.argv.includes('--rows')

function print(title: string, measured: readonly Measured[], wrongOf: (one: Measured) => readonly string[]): void {
  const line = (name: string, wrong: number, rows: number): string =>
    `| ${name} | ${rows} | ${wrong} | ${((100 * wrong) / rows).toFixed(1)} % |`
  console.log(`| file | rows | ${title} | share |\n| --- | ---: | ---: | ---: |`)
  for (const one of measured) console.log(line(one.file, wrongOf(one).length, one.rows))
  const wrong = measured.flatMap(wrongOf)
  console.log(
    line(
      'all',
      wrong.length,
      measured.reduce((sum, { rows }) => sum + rows, 0),
    ),
  )
  if (withRows) console.log(`\n${wrong.join('\n')}`)
  console.log('')
}

print('dangerous, allowed', await measure(product, 'dangerous-options'), ({ allowed }) => allowed)
print('ordinary, interrupted', await measure(product, 'ordinary-options'), ({ interrupted }) => interrupted)
