import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useDeviceChoice } from '#app/ui/device-choice.ts'
import { endAsking } from '../clipboard/write-cells.ts'
import { enterWay } from '../commands/enter-way.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { KeyList } from './key-list.tsx'
import { keySections } from './key-sheet.ts'
import { isMacHere } from './key-words.ts'

/** 단축키: F1, or the button below the table. An open editor waits behind it, and the focus goes back to its cell. */
export function KeyHelp({ table }: { table: Table }) {
  const ask = useSignal(table, 'ask', () => table.ask)
  return ask?.type === 'keys' ? <OpenSheet onClose={() => endAsking(table)} /> : null
}

function OpenSheet({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const [way, setWay] = useDeviceChoice(enterWay)
  const sections = keySections(typed, isMacHere())
  const count = sections.reduce((sum, section) => sum + section.lines.length, 0)
  return (
    <Dialog open title="단축키" width="wide" initialFocus={searchField} onClose={onClose}>
      <div className="flex flex-col gap-3 pt-1">
        <p className="text-ink-2">셀을 선택하고 바로 입력하면 값이 바뀝니다. 한글도 첫 글자부터 그대로 들어갑니다.</p>
        <div className="flex items-center gap-3">
          <div className="w-full max-w-72">
            <TextField
              label="단축키 찾기"
              isLabelHidden
              type="search"
              placeholder="하는 일, 초성, 키"
              icon={<Search size={16} strokeWidth={1.5} aria-hidden />}
              value={typed}
              onValue={setTyped}
              ref={searchField}
            />
          </div>
          <p role="status" className="tabular shrink-0 text-label text-ink-2">
            {count}개
          </p>
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={way === 'down'}
            onChange={(event) => setWay(event.target.checked ? 'down' : 'edit')}
            className="size-4 accent-primary"
          />
          엑셀처럼 Enter는 아래 셀로 갑니다 (수정은 F2 또는 바로 입력)
        </label>
        {count === 0 ? <p className="py-6 text-center text-ink-2">찾는 단축키가 없습니다.</p> : null}
        <KeyList sections={sections} />
      </div>
    </Dialog>
  )
}
