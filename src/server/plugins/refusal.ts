import type { Problem } from '#contract/problem.ts'

/**
 * An expected refusal, thrown where returning it through every caller (or rolling back a transaction by hand) would only add noise.
 * `error-answers.ts` answers with the problem as it is; it is never logged as a bug.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}
