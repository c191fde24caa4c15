import type { SiteLink } from '#contract/chat/answer.ts'

/** Search over what the office has made public: pages, FAQ and posts. */
export interface PageSearch {
  /** The best passages first; none where nothing fits, so that nobody has to guess. */
  search(question: string, limit: number): Promise<readonly FoundPassage[]>
}

export interface FoundPassage {
  readonly link: SiteLink
  readonly heading: string
  /** Plain text of one section or one answered question. */
  readonly text: string
  /** 0 to 1. */
  readonly score: number
}
