import { join } from 'node:path'
import type * as Answer from '../src/classifier/answer.ts'
import type * as Deadlines from '../src/classifier/deadlines.ts'
import type * as Guardian from '../src/classifier/guardian.ts'
import type * as Anthropic from '../src/classifier/models/anthropic.ts'
import type * as OpenAi from '../src/classifier/models/openai-compatible.ts'
import type * as TwoStage from '../src/classifier/two-stage.ts'
import { loaderFor, loadProduct, type Product, SOURCES } from './product.ts'

/** The product with its reviewer: the real sources, or a copy of them with a bug put back. */
export interface ReviewerProduct extends Product {
  readonly answer: typeof Answer
  readonly deadlines: typeof Deadlines
  readonly anthropic: typeof Anthropic
  readonly openAi: typeof OpenAi
  readonly twoStage: typeof TwoStage
  readonly guardian: typeof Guardian
}

export async function loadReviewerProduct(root: string = SOURCES): Promise<ReviewerProduct> {
  const load = loaderFor(join(root, 'classifier'))
  return {
    ...(await loadProduct(root)),
    answer: await load('answer.ts'),
    deadlines: await load('deadlines.ts'),
    anthropic: await load('models/anthropic.ts'),
    openAi: await load('models/openai-compatible.ts'),
    twoStage: await load('two-stage.ts'),
    guardian: await load('guardian.ts'),
  }
}
