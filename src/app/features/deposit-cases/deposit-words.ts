import { caseBookWords, waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'

/** What the grid 데이터 says (spec 2 §8 "Deposit grid and report", research/domain.md §3.3); 사건부 speaks as every case book does. */
export const gridWords: OutcomeWords = {
  success(kind, subject, isOnline) {
    if (kind === 'create') return `새 사건이 성공적으로 추가되었습니다.${waitingNote(isOnline)}`
    if (kind === 'update') return `성공적으로 수정되었습니다.${waitingNote(isOnline)}`
    return caseBookWords.success(kind, subject, isOnline)
  },
  failure(kind, detail) {
    // The server's own words come first where a case is added.
    if (kind === 'create') return detail || '사건 추가 중 오류가 발생했습니다.'
    if (kind === 'update') return `데이터 저장 중 오류가 발생했습니다.${detail ? ` (${detail})` : ''}`
    return caseBookWords.failure(kind, detail)
  },
}

/** What the detail panel's 저장 says. */
export const panelWords: OutcomeWords = {
  ...gridWords,
  success: (_kind, _subject, isOnline) => `변경사항이 저장되었습니다.${waitingNote(isOnline)}`,
}
