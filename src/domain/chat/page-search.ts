import type { SiteLink } from '#contract/chat/answer.ts'

/** Search over the office's public texts: pages, FAQ and posts. */
export interface PageSearch {
  /** The best passages first; none when nothing fits, so that nothing is guessed. */
  search(question: string, limit: number): Promise<readonly FoundPassage[]>
}

export interface FoundPassage {
  readonly link: SiteLink
  readonly heading: string
  /** Plain text of one section or one answered question. */
  readonly text: string
  /** 0 to 1. */
  readonly score: number
  /** Says what was read as what, where the question was mistyped. */
  readonly says?: string
}
