import { genericDelete, type Wordings } from '#contract/books/wordings.ts'

/** What the grid 데이터 says (spec 2 §8 "Deposit grid and report", research/domain.md §3.3); 사건부 speaks as every case book does. */
export const gridWords: Wordings = {
  create: {
    step: '추가',
    done: '새 사건이 성공적으로 추가되었습니다.',
    failed: '사건 추가 중 오류가 발생했습니다.',
    // The server's own words come first where a case is added.
    failedBecause: '{reason}',
  },
  update: {
    step: '수정',
    done: '성공적으로 수정되었습니다.',
    failed: '데이터 저장 중 오류가 발생했습니다.',
    failedBecause: '데이터 저장 중 오류가 발생했습니다. ({reason})',
  },
  // Spec 2 §8 words none for the grid: those of every generic table.
  delete: genericDelete('삭제'),
}

/** What the detail panel's 저장 says. */
export const panelWords: Wordings = {
  ...gridWords,
  update: { ...gridWords.update, done: '변경사항이 저장되었습니다.' },
}
