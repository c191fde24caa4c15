import { createDeviceChoice, useDeviceSetting } from '../../browser/device-setting.ts'
import { getKeyHint } from '../commands/key-labels.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'
import { announceToScreenReader } from './announce-actions.ts'

/** Shows that the mode is on and turns it off, in case it was switched on by mistake. */
export function ScreenReaderSwitch({ table }: { table: Table }) {
  if (!useScreenReaderMode()) return null
  return (
    <button
      type="button"
      onClick={() => toggleScreenReaderMode(table)}
      title={getKeyHint('screen-reader')}
      className="h-7 rounded-control border border-primary bg-(--primary-wash) px-2 text-label font-medium text-ink coarse:h-11"
    >
      화면 낭독기 모드 끄기
    </button>
  )
}

/**
 * Screen-reader mode (Shift+F4), stored on the device for all tables and synced to other tabs. The
 * cells themselves take the focus, with no input over them; rows are rendered in hundreds with all
 * their columns.
 */
export function useScreenReaderMode(): boolean {
  return useDeviceSetting(screenReaderMode)[0] === 'on'
}

/** Shift+F4, or the button below the table. */
export function toggleScreenReaderMode(table: Table): boolean {
  const isOn = screenReaderMode.read() === 'off'
  // The cells take the focus once they can (data-table.tsx); the input must have it before it takes
  // it back.
  screenReaderMode.save(isOn ? 'on' : 'off')
  table.isScreenReaderMode = isOn
  if (!isOn) focusCellInput(table)
  announceToScreenReader(table, isOn ? switchedOnText : switchedOffText)
  return true
}

const screenReaderMode = createDeviceChoice('table-screen-reader', ['off', 'on'])

const switchedOnText =
  '화면 낭독기 모드를 켰습니다. 셀에 초점이 놓이고, 행은 100개씩 나옵니다. 수정하려면 Enter 또는 F2를 누르세요.'
const switchedOffText = '화면 낭독기 모드를 껐습니다. 셀에서 바로 입력할 수 있습니다.'
