import type { TestExpression } from 'unbash'
import { expandJoined } from './expand.ts'
import type { Scope } from './state.ts'

/** `[[ … ]]` runs nothing itself; commands in its words do, and so are lowered. */
export function lowerTest(scope: Scope, expression: TestExpression): void {
  switch (expression.type) {
    case 'TestUnary':
      expandJoined(scope, expression.operand)
      return
    case 'TestBinary':
      expandJoined(scope, expression.left)
      expandJoined(scope, expression.right)
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
