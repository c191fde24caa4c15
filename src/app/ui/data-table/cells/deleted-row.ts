import type { SourceRow } from '#contract/row-source.ts'

/** What is to be said of a row that is struck through. */
export function deletedText({ isGone }: SourceRow): string {
  return isGone
    ? '다른 사람이 삭제한 기록입니다. 남은 수정은 보낼 작업에서 정해 주세요.'
    : '삭제가 전송을 기다리고 있습니다.'
}
