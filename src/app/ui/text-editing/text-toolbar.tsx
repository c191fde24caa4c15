import { Toolbar } from '@base-ui/react/toolbar'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { isImeKey } from './composition.ts'
import { applyEdit, type TextCommand } from './text-edit.ts'

export interface TextTool {
  /** Accessible name and tooltip. */
  readonly label: string
  /** An icon, or a text sign such as "1.". */
  readonly icon: ReactNode
  readonly run: TextCommand
  /**
   * `event.code` of the shortcut (`KeyB` for Ctrl+B), because the typed letter differs in Hangul
   * mode.
   */
  readonly code?: string
  /** A second modifier in addition to Ctrl. */
  readonly modifier?: 'Alt' | 'Shift'
}

interface TextToolbarProps {
  /** What the tools edit, such as 본문 서식. */
  label: string
  area: RefObject<HTMLTextAreaElement | null>
  tools: readonly TextTool[]
  /** More buttons at the end of the row; wrap each in `ToolbarItem`. */
  children?: ReactNode
}

/** Buttons above a text area, as one tab stop with arrow keys between them. */
export function TextToolbar({ label, area, tools, children }: TextToolbarProps) {
  return (
    <Toolbar.Root aria-label={label} className="flex flex-wrap items-center gap-0.5">
      {tools.map((tool) => (
        <Toolbar.Button
          key={tool.label}
          render={
            <IconButton
              label={formatToolLabel(tool)}
              icon={tool.icon}
              size="sm"
              onClick={() => runTool(area.current, tool)}
            />
          }
        />
      ))}
      {children}
    </Toolbar.Root>
  )
}

function formatToolLabel({ label, code, modifier }: TextTool): string {
  return code ? `${label} (Ctrl+${modifier ? `${modifier}+` : ''}${code.slice(-1)})` : label
}

/** Another kind of button in the row. */
export function ToolbarItem({ children }: { children: React.ReactElement<Record<string, unknown>> }) {
  return <Toolbar.Button render={children} />
}

/** Keyboard shortcuts of the tools, for `onKeyDown` of the text area. */
export function createToolKeyHandler(tools: readonly TextTool[]) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isImeKey(event)) return
    if (!(event.ctrlKey || event.metaKey)) return
    const tool = tools.find(
      ({ code, modifier }) =>
        code === event.code && event.altKey === (modifier === 'Alt') && event.shiftKey === (modifier === 'Shift'),
    )
    if (!tool) return
    event.preventDefault()
    runTool(event.currentTarget, tool)
  }
}

function runTool(area: HTMLTextAreaElement | null, { run }: TextTool): void {
  if (area === null) return
  // In an unfocused text area the text is added at the end.
  applyEdit(area, run(area.value, area.selectionStart, area.selectionEnd))
}
