import type { Paging } from '#app/ui/data-table/data-table-props.ts'

/** Page sizes of a list, and the messages for a page number that doesn't exist. */
export interface PagesOf {
  /** Always includes 20. */
  readonly sizes: readonly number[]
  readonly jumpMessages: Paging['jumpMessages']
}

/** Case books, the deposit grid and master data: one message for any invalid page. */
export const bookPages: PagesOf = {
  sizes: [10, 20, 30, 50, 100],
  jumpMessages: {
    notANumber: beyondPages,
    outOfRange: beyondPages,
  },
}

/** Quick delivery. */
export const quickPages: PagesOf = { ...bookPages, sizes: [10, 20, 50, 100] }

/** The generic table. */
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
