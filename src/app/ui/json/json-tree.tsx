import { ChevronRight, Copy } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { useToast } from '../overlays/toast.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import { buildJsonLines, entriesPerPage, type JsonFolding, type JsonLine } from './json-lines.ts'

interface JsonTreeProps {
  /** Accessible name. */
  label: string
  /** Any JSON value. */
  value: unknown
  /** Levels open at first. */
  openLevels?: number
}

/**
 * A JSON value as a tree operated by pointer and arrow keys, as raw text, and with a copy button.
 */
export function JsonTree({ label, value, openLevels = 2 }: JsonTreeProps) {
  const [isRaw, setIsRaw] = useState(false)
  const toast = useToast()
  const formatJson = () => JSON.stringify(value, null, 2) ?? 'null'
  function copy() {
    navigator.clipboard.writeText(formatJson()).then(
      () => toast.success('복사했습니다.'),
      () => toast.error('복사하지 못했습니다. 원문에서 선택해 복사해 주세요.'),
    )
  }
  return (
    <div className="flex min-w-0 flex-col rounded-control border">
      <div className="flex justify-end gap-1 border-b px-1 py-0.5">
        <Button size="xs" tone="transparent" aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
          원문
        </Button>
        <Button size="xs" tone="transparent" icon={<Copy size={14} strokeWidth={1.5} aria-hidden />} onClick={copy}>
          복사
        </Button>
      </div>
      {isRaw ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <pre tabIndex={0} aria-label={`${label} 원문`} className="overflow-x-auto p-2 text-label whitespace-pre-wrap">
          {formatJson()}
        </pre>
      ) : (
        <Tree label={label} value={value} openLevels={openLevels} />
      )}
    </div>
  )
}

function Tree({ label, value, openLevels }: Required<JsonTreeProps>) {
  const [toggled, setToggled] = useState<JsonFolding['toggled']>(new Set())
  const [shownCounts, setShownCounts] = useState<JsonFolding['shownCounts']>(new Map())
  const [activePath, setActivePath] = useState('')
  const tree = useRef<HTMLDivElement>(null)
  const lines = useMemo(
    () => buildJsonLines(value, { openLevels, toggled, shownCounts }),
    [value, openLevels, toggled, shownCounts],
  )
  // The active line may be folded away or gone; the tree then stays reachable by its first line.
  const activeIndex = Math.max(
    0,
    lines.findIndex(({ path }) => path === activePath),
  )

  function goTo(index: number) {
    const line = lines[index]
    if (!line) return
    setActivePath(line.path)
    const item = tree.current?.children[index]
    if (item instanceof HTMLElement) item.focus()
  }
  function toggle({ path, kind, isOpen }: JsonLine) {
    if (kind === 'more') {
      const parentPath = path.slice(0, -'/…'.length)
      setShownCounts((before) =>
        new Map(before).set(parentPath, (before.get(parentPath) ?? entriesPerPage) + entriesPerPage),
      )
    } else if (isOpen !== null) {
      setToggled((before) =>
        before.has(path) ? new Set([...before].filter((other) => other !== path)) : new Set([...before, path]),
      )
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const line = lines[activeIndex]
    const keyTarget = resolveKeyTarget(event.key, lines, activeIndex)
    if (line === undefined || keyTarget === undefined) return
    event.preventDefault()
    if (keyTarget === 'turn') toggle(line)
    else goTo(keyTarget)
  }
  return (
    <div ref={tree} role="tree" aria-label={label} className="py-1 text-table">
      {lines.map((line, index) => (
        <JsonTreeLine
          key={line.path}
          line={line}
          isActive={index === activeIndex}
          onKeyDown={onKeyDown}
          onPress={() => {
            goTo(index)
            toggle(line)
          }}
        />
      ))}
    </div>
  )
}

/**
 * Where a key leads from the line at `index`: to another line, or 'turn' to toggle it (WAI-ARIA,
 * tree view). Undefined for other keys.
 */
function resolveKeyTarget(key: string, lines: readonly JsonLine[], index: number): number | 'turn' | undefined {
  const line = lines[index]
  if (key === 'ArrowDown') return Math.min(index + 1, lines.length - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return lines.length - 1
  if (key === 'Enter' || key === ' ') return 'turn'
  if (key === 'ArrowRight') return line?.isOpen === false ? 'turn' : line?.isOpen ? index + 1 : index
  if (key !== 'ArrowLeft') return undefined
  if (line?.isOpen) return 'turn'
  const parentIndex = lines.slice(0, index).findLastIndex(({ level }) => level < (line?.level ?? 0))
  return parentIndex === -1 ? index : parentIndex
}

interface JsonLineProps {
  line: JsonLine
  isActive: boolean
  onKeyDown(event: KeyboardEvent): void
  onPress(): void
}

function JsonTreeLine({ line, isActive, onKeyDown, onPress }: JsonLineProps) {
  const { level, name, isOpen, position, siblings } = line
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      onClick={onPress}
      onKeyDown={onKeyDown}
      style={{ paddingInlineStart: `${0.25 + (level - 1) * 1.25}rem` }}
      className={`flex items-start gap-1 pr-2 -outline-offset-2 hover:bg-paper-sunk coarse:min-h-11 coarse:items-center ${isOpen === null ? '' : 'cursor-pointer'}`}
    >
      <ChevronRight
        size={16}
        strokeWidth={1.5}
        aria-hidden
        className={`mt-0.5 shrink-0 text-ink-3 transition-transform coarse:mt-0 ${isOpen === null ? 'invisible' : ''} ${isOpen ? 'rotate-90' : ''}`}
      />
      <span className="min-w-0">
        {name === null ? null : (
          <>
            <code className="break-all text-ink-2">{name}</code>
            <span className="text-ink-3">: </span>
          </>
        )}
        <Value line={line} />
      </span>
    </div>
  )
}

function Value({ line: { kind, text } }: { line: JsonLine }) {
  if (kind === 'more') return <span className="font-medium text-primary">{text}개 더 보기</span>
  if (kind === 'list') return <span className="tabular text-ink-3">목록 {text}개</span>
  if (kind === 'object') return <span className="tabular text-ink-3">항목 {text}개</span>
  if (kind === 'other') return <code className="tabular break-all text-info">{text}</code>
  return text === '' ? (
    <span className="text-ink-3">빈 글</span>
  ) : (
    <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>
  )
}
