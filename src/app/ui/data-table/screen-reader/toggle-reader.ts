import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'
import { isReaderMode, setReaderMode } from './reader-mode.ts'
import { sayToReader } from './say.ts'

/** Shift+F4, or the button below the table. */
export function toggleReader(table: Table): boolean {
  const isOn = !isReaderMode()
  // The cells take the focus over as soon as they can hold it (reader-focus.tsx); the input must have it before it takes it back.
  setReaderMode(isOn)
  table.isReader = isOn
  if (!isOn) focusCellInput(table)
  sayToReader(table, isOn ? switchedOn : switchedOff)
  return true
}

const switchedOn =
  '화면 낭독기 모드를 켰습니다. 셀에 초점이 놓이고, 행은 100개씩 나옵니다. 수정하려면 Enter 또는 F2를 누르세요.'
const switchedOff = '화면 낭독기 모드를 껐습니다. 셀에서 바로 입력할 수 있습니다.'
