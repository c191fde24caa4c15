import type { RequestedOrder } from '#contract/records/list-question.ts'
import { problem, type Problem } from '#contract/problem.ts'

/**
 * An expected refusal, thrown where returning it through every caller (or rolling back a
 * transaction by hand) would only add noise. `error-answers.ts` answers with its problem; it is
 * never logged as a bug.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly problem: Problem

  constructor(reason: Problem) {
    super(reason.message)
    this.problem = reason
  }
}

/** The refusal of an unsupported `ordering`. */
export function refuseOrdering({ ordering }: RequestedOrder): Refusal {
  const key = ordering ? 'ordering' : 'sort_field'
  return new Refusal(problem('invalid_request', { fields: { [key]: '정렬할 수 없는 항목입니다.' } }))
}
