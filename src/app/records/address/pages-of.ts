import type { Paging } from '#app/ui/data-table/data-table-props.ts'

/** How long the pages of a list may be, and what is said to whoever asks for a page that is none. */
export interface PagesOf {
  /** 20 is always among them. */
  readonly sizes: readonly number[]
  readonly jumpMessages: Paging['jumpMessages']
}

/** Case books, the deposit grid and master data (spec 2 §5 "Case book" and §9, spec 3 §5 "Go-to-page" and §9): one text for everything that is no page. */
export const bookPages: PagesOf = {
  sizes: [10, 20, 30, 50, 100],
  jumpMessages: {
    notANumber: beyondPages,
    outOfRange: beyondPages,
  },
}

/** Quick delivery (spec 3 §5 and §9). */
export const quickPages: PagesOf = { ...bookPages, sizes: [10, 20, 50, 100] }

/** The generic table (spec 1 §5 and §9). */
export const genericPages: PagesOf = {
  sizes: [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
  jumpMessages: {
    notANumber: () => '올바른 페이지 번호를 입력하세요.',
    outOfRange: (pages) => `1부터 ${pages} 사이의 페이지 번호를 입력하세요.`,
  },
}

function beyondPages(pages: number): string {
  return `1~${pages} 사이의 페이지를 입력하세요.`
}
