import { useRef, useState } from 'react'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { CountedSearch } from '#app/ui/fields/counted-search.tsx'
import { useDeviceChoice } from '#app/ui/device-choice.ts'
import { closePrompt } from '../clipboard/write-cells.ts'
import { enterBehavior } from '../commands/enter-behavior.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { KeyList } from './key-list.tsx'
import { keySections } from './key-sheet.ts'
import { isMacHere } from './key-words.ts'

/**
 * 단축키: F1, or the button below the table. An open editor stays open behind it, and the focus
 * returns to its cell.
 */
export function KeyHelp({ table }: { table: Table }) {
  const ask = useSignal(table, 'ask', () => table.prompt)
  return ask?.type === 'keys' ? <OpenSheet onClose={() => closePrompt(table)} /> : null
}

function OpenSheet({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const [enterChoice, setEnterChoice] = useDeviceChoice(enterBehavior)
  const sections = keySections(typed, isMacHere())
  const count = sections.reduce((sum, section) => sum + section.lines.length, 0)
  return (
    <Dialog open title="단축키" width="wide" initialFocus={searchField} onClose={onClose}>
      <div className="flex flex-col gap-3 pt-1">
        <p className="text-ink-2">셀을 선택하고 바로 입력하면 값이 바뀝니다. 한글도 첫 글자부터 그대로 들어갑니다.</p>
        <CountedSearch
          ref={searchField}
          label="단축키 찾기"
          placeholder="하는 일, 초성, 키"
          value={typed}
          count={count}
          onValue={setTyped}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={enterChoice === 'down'}
            onChange={(event) => setEnterChoice(event.target.checked ? 'down' : 'edit')}
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
