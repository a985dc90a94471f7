import type { ArithmeticExpression, ParsedScript, WordPart } from 'unbash'

/** What arithmetic may ask of the shell around it. Unknown is undefined. */
export interface Numbers {
  variable(name: string): number | undefined
  assign(name: string, value: number | undefined): void
  parts(parts: readonly WordPart[]): string | undefined
  script(script: ParsedScript | undefined): void
}

/** The value of `$(( … ))` where every operand is known. Every operand is visited, so commands hidden in it are seen. */
export function calculate(expression: ArithmeticExpression, numbers: Numbers): number | undefined {
  switch (expression.type) {
    case 'ArithmeticWord': {
      const text = expression.parts ? numbers.parts(expression.parts) : expression.value
      return text === undefined ? undefined : readNumber(text.trim(), numbers)
    }
    case 'ArithmeticGroup':
      return calculate(expression.expression, numbers)
    case 'ArithmeticCommandExpansion':
      numbers.script(expression.script)
      return undefined
    case 'ArithmeticTernary': {
      const test = calculate(expression.test, numbers)
      const yes = calculate(expression.consequent, numbers)
      const no = calculate(expression.alternate, numbers)
      return test === undefined ? undefined : test ? yes : no
    }
    case 'ArithmeticUnary':
      return unary(expression.operator, expression.operand, expression.prefix, numbers)
    case 'ArithmeticBinary':
      return binary(expression.operator, expression.left, expression.right, numbers)
  }
}

function unary(operator: string, operand: ArithmeticExpression, prefix: boolean, numbers: Numbers): number | undefined {
  const value = calculate(operand, numbers)
  if (operator === '++' || operator === '--') {
    const next = value === undefined ? undefined : operator === '++' ? value + 1 : value - 1
    const name = nameOf(operand)
    if (name) numbers.assign(name, next)
    return prefix ? next : value
  }
  if (value === undefined) return undefined
  if (operator === '-') return -value
  if (operator === '+') return value
  if (operator === '!') return value ? 0 : 1
  return operator === '~' ? ~value : undefined
}

function binary(
  operator: string,
  left: ArithmeticExpression,
  right: ArithmeticExpression,
  numbers: Numbers,
): number | undefined {
  const b = calculate(right, numbers)
  if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator)) {
    const before = operator === '=' ? undefined : calculate(left, numbers)
    const value = operator === '=' ? b : apply(operator.slice(0, -1), before, b)
    const name = nameOf(left)
    if (name) numbers.assign(name, value)
    return value
  }
  return apply(operator, calculate(left, numbers), b)
}

function apply(operator: string, a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined
  const value = OPERATORS[operator]?.(a, b)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a * 2 ** b,
  '>>': (a, b) => Math.floor(a / 2 ** b),
  '&': (a, b) => Number(BigInt(a) & BigInt(b)),
  '|': (a, b) => Number(BigInt(a) | BigInt(b)),
  '^': (a, b) => Number(BigInt(a) ^ BigInt(b)),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
  ',': (_, b) => b,
}

function readNumber(text: string, numbers: Numbers): number | undefined {
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (/^0x[0-9a-f]{1,12}$/i.test(text)) return Number.parseInt(text, 16)
  if (/^0[0-7]{1,16}$/.test(text)) return Number.parseInt(text, 8)
  const based = /^(\d{1,2})#([0-9a-z]{1,10})$/i.exec(text)
  if (based) {
    const value = Number.parseInt(based[2]!, Number(based[1]))
    return Number.isNaN(value) ? undefined : value
  }
  return /^[a-zA-Z_]\w*$/.test(text) ? numbers.variable(text) : undefined
}

function nameOf(expression: ArithmeticExpression): string | undefined {
  return expression.type === 'ArithmeticWord' && /^[a-zA-Z_]\w*$/.test(expression.value) ? expression.value : undefined
}
