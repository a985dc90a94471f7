import type { TestExpression } from 'unbash'
import { textOf, type Word } from '../word.ts'
import { expandJoined } from './expand.ts'
import { type Scope, recordOpaque } from './state.ts'
import { isSubscript } from './subscripts.ts'

/** `[[ … ]]` runs nothing itself; commands in its words do, and so are lowered. */
export function lowerTest(scope: Scope, expression: TestExpression): void {
  switch (expression.type) {
    case 'TestUnary':
      recordSubscript(scope, expandJoined(scope, expression.operand))
      return
    case 'TestBinary':
      recordSubscript(scope, expandJoined(scope, expression.left))
      recordSubscript(scope, expandJoined(scope, expression.right))
      return
    case 'TestLogical':
      for (const operand of expression.operands) lowerTest(scope, operand)
      return
    case 'TestNot':
      lowerTest(scope, expression.operand)
      return
    case 'TestGroup':
      lowerTest(scope, expression.expression)
      return
  }
}

function recordSubscript(scope: Scope, word: Word): void {
  const text = textOf(word)
  if (text !== undefined && isSubscript(text)) recordOpaque(scope, 'dynamic-code', text)
}
