import { keyHint } from '../key-help/key-words.ts'
import type { Table } from '../table.ts'
import { useReaderMode, toggleReader } from './reader-mode.ts'

/** Says that the mode is on to whoever sees the screen, and turns it off: a key pressed by mistake must not stay a riddle. */
export function ReaderSwitch({ table }: { table: Table }) {
  if (!useReaderMode()) return null
  return (
    <button
      type="button"
      onClick={() => toggleReader(table)}
      title={keyHint('screen-reader')}
      className="h-7 rounded-control border border-primary bg-(--primary-wash) px-2 text-label font-medium text-ink coarse:h-11"
    >
      화면 낭독기 모드 끄기
    </button>
  )
}
