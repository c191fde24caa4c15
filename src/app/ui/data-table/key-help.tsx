import { useRef, useState } from 'react'
import { CountedSearch } from '#app/ui/fields/counted-search.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { useDeviceSetting } from '../browser/device-setting.ts'
import { commands, enterBehavior, type KeyCommand, type KeyGroup, keyGroups } from './commands/key-commands.ts'
import { formatKey, isApplePlatform } from './commands/key-labels.ts'
import { closePrompt } from './prompt.ts'
import { canAddRecords, type Table } from './table.ts'
import { useSignal } from './use-table.ts'

/**
 * 단축키: F1, or the button below the table. An open editor stays open behind it, and the focus
 * returns to its cell.
 */
export function KeyHelp({ table }: { table: Table }) {
  const activePrompt = useSignal(table, 'ask', () => table.prompt)
  return activePrompt?.type === 'keys' ? <KeyHelpDialog table={table} onClose={() => closePrompt(table)} /> : null
}

/** 새 기록 추가 on a cell. */
const addRecordKey = commands.ready.find(({ id }) => id === 'add-entry')

function KeyHelpDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const [enterChoice, setEnterChoice] = useDeviceSetting(enterBehavior)
  const sections = buildKeySections(query, isApplePlatform(), canAddRecords(table) ? [] : [addRecordKey])
  const count = sections.reduce((sum, section) => sum + section.lines.length, 0)
  return (
    <Dialog open title="단축키" width="wide" initialFocus={searchField} onClose={onClose}>
      <div className="flex flex-col gap-3 pt-1">
        <p className="text-ink-2">셀을 선택하고 바로 입력하면 값이 바뀝니다. 한글도 첫 글자부터 그대로 들어갑니다.</p>
        <CountedSearch
          ref={searchField}
          label="단축키 찾기"
          placeholder="하는 일, 초성, 키"
          value={query}
          count={count}
          onValue={setQuery}
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

/** Key sections, in two columns where they fit; used in the list of keys and in 도움말. */
export function KeyList({ sections }: { sections: readonly KeySection[] }) {
  return (
    <div className="gap-8 sm:columns-2">
      {sections.map((section) => (
        <Section key={section.group} section={section} />
      ))}
    </div>
  )
}

function Section({ section }: { section: KeySection }) {
  return (
    <section className="mb-5">
      <h3 className="border-b border-rule-strong pb-1 text-label font-semibold text-ink-2 [break-after:avoid]">
        {section.title}
      </h3>
      <dl>
        {section.lines.map((line) => (
          <div
            key={`${line.label} ${line.keys.join(' ')}`}
            className="flex min-h-8 items-center gap-3 border-b py-1 [break-inside:avoid]"
          >
            <dt className="min-w-0 flex-1">{line.label}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1.5">
              {line.keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-control border border-rule-strong bg-paper-sunk px-1.5 py-0.5 font-[inherit] text-label whitespace-nowrap text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A section of the keyboard help (F1). */
interface KeySection {
  readonly group: KeyGroup
  readonly title: string
  readonly lines: readonly KeyLine[]
}

interface KeyLine {
  readonly label: string
  /** Alternative shortcuts, as printed on this machine's keyboard. */
  readonly keys: readonly string[]
}

/**
 * The sections of the keyboard help, generated from key-commands.ts. `typed` filters by label, 초성,
 * key or section title; sections without a match are left out, as are the `unavailable` keys.
 */
export function buildKeySections(
  typed: string,
  isMac: boolean,
  unavailable: readonly (KeyCommand | undefined)[] = [],
): readonly KeySection[] {
  const search = compileSearch(typed)
  const all: readonly KeyCommand[] = Object.values(commands)
    .flat()
    .filter((command) => !unavailable.includes(command))
  return Object.entries(keyGroups).flatMap(([group, title]) => {
    const lines = all
      .filter((command) => command.group === group)
      .map(({ label, keys }) => ({ label, keys: keys.map((chord) => formatKey(chord, isMac)) }))
      .filter((line) => matchesSearch(buildSearchText([line.label, title, ...line.keys]), search))
    return lines.length === 0 ? [] : [{ group: group as KeyGroup, title, lines }]
  })
}
