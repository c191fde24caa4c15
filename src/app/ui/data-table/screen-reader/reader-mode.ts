import { useSyncExternalStore } from 'react'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'
import { sayToReader } from './say.ts'

/**
 * Screen-reader mode (Shift+F4, grid.md §14 line 28): a person's need, so it is kept on the device for every table alike, and other tabs follow. At rest the
 * focus then stands on the cells themselves and there is no input over them; rows come in hundreds, every column of theirs is in the page.
 */
export function useReaderMode(): boolean {
  return useSyncExternalStore(subscribe, isReaderMode)
}

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

function isReaderMode(): boolean {
  return localStorage.getItem(kept) === 'on'
}

function setReaderMode(isOn: boolean): void {
  if (isOn) localStorage.setItem(kept, 'on')
  else localStorage.removeItem(kept)
  for (const listener of [...listeners]) listener()
}

const switchedOn =
  '화면 낭독기 모드를 켰습니다. 셀에 초점이 놓이고, 행은 100개씩 나옵니다. 수정하려면 Enter 또는 F2를 누르세요.'
const switchedOff = '화면 낭독기 모드를 껐습니다. 셀에서 바로 입력할 수 있습니다.'

const kept = 'table-screen-reader'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
