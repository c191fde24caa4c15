import { Menu as Base } from '@base-ui/react/menu'
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react'
import { isImeKey } from '../text-editing/composition.ts'
import { onlyCloseOnTap } from './outside-tap.ts'

export interface MenuEntry {
  label: string
  icon?: ReactNode
  /** Small text at the right: a key or a count. */
  hint?: string
  isDestructive?: boolean
  isDisabled?: boolean
  onSelect(): void
}

/** A choice of a few options within the menu, which stays open. */
export interface MenuChoice {
  label: string
  value: string
  choices: readonly { readonly value: string; readonly label: string }[]
  onValue(value: string): void
}

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** Shown above the entries: the person or thing they apply to. */
  heading?: ReactNode
  entries: readonly (MenuEntry | MenuChoice | 'rule')[]
  align?: 'start' | 'center' | 'end'
}

/** A menu of actions behind a button. */
export function Menu({ trigger, heading, entries, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false} onOpenChange={onlyCloseOnTap}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <MenuPanel heading={heading} entries={entries} />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuPanelProps extends Pick<ComponentProps<typeof Base.Popup>, 'aria-label' | 'finalFocus'> {
  heading?: ReactNode
  entries: readonly (MenuEntry | MenuChoice | 'rule')[]
}

/** The popup with its entries; render it inside a positioner. */
export function MenuPanel({ heading, entries, ...popup }: MenuPanelProps) {
  return (
    <Base.Popup
      {...popup}
      className="float-in max-h-[calc(100dvh-16px)] min-w-48 overflow-y-auto overscroll-contain rounded-control border bg-paper-raised py-1 text-ink shadow-float outline-none"
    >
      {heading ? <div className="border-b px-3 pt-1.5 pb-2.5">{heading}</div> : null}
      {entries.map((entry, index) =>
        entry === 'rule' ? (
          <Base.Separator key={`rule-${String(index)}`} className="my-1 border-t" />
        ) : 'choices' in entry ? (
          <ChoiceRow key={entry.label} {...entry} />
        ) : (
          <Base.Item
            key={`${entry.label}-${String(index)}`}
            disabled={entry.isDisabled ?? false}
            onClick={entry.onSelect}
            className={`flex cursor-default items-center gap-2 px-3 py-1.5 select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-primary-wash coarse:py-3 ${entry.isDestructive ? 'text-danger' : ''}`}
          >
            {entry.icon}
            <span className="flex-1">{entry.label}</span>
            {entry.hint ? <span className="tabular text-label text-ink-3">{entry.hint}</span> : null}
          </Base.Item>
        ),
      )}
    </Base.Popup>
  )
}

/**
 * The options side by side. ↑ and ↓ move through them as through other lines, and so do ← and →.
 */
function ChoiceRow({ label, value, choices, onValue }: MenuChoice) {
  return (
    <Base.Group className="px-3 py-1.5">
      <Base.GroupLabel className="text-label text-ink-3">{label}</Base.GroupLabel>
      <Base.RadioGroup
        value={value}
        onValueChange={(next: string) => onValue(next)}
        onKeyDown={focusNeighbor}
        className="mt-1 flex gap-1 rounded-control bg-paper-sunk p-0.5"
      >
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick={false}
            className="flex h-7 flex-1 cursor-default items-center justify-center rounded-control border border-transparent px-2.5 whitespace-nowrap select-none data-[checked]:border-primary data-[checked]:bg-paper-raised data-[checked]:forced-chosen data-[checked]:font-semibold data-[checked]:text-primary data-[highlighted]:bg-primary-wash coarse:h-11"
          >
            {choice.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

function focusNeighbor(event: KeyboardEvent): void {
  if (isImeKey(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
  const item = event.target instanceof HTMLElement ? event.target.closest('[role=menuitemradio]') : null
  const sibling = event.key === 'ArrowLeft' ? item?.previousElementSibling : item?.nextElementSibling
  if (sibling instanceof HTMLElement) sibling.focus()
}

interface MenuAtProps {
  /** Accessible name. */
  label: string
  /**
   * The element the menu opens under, or a position on the screen for a menu at the pointer. Called
   * when the menu is placed.
   */
  anchor: () => Element | { getBoundingClientRect(): DOMRect } | null
  entries: readonly (MenuEntry | 'rule')[]
  isAtPointer?: boolean
  onClose(): void
  /** Called when the menu has closed; the opener takes the focus back here. */
  onClosed?(): void
}

/**
 * An open menu next to something that isn't its button, such as a header cell. Render it to open
 * it.
 */
export function MenuAt({ label, anchor, entries, isAtPointer = false, onClose, onClosed }: MenuAtProps) {
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(open, details) => {
        onlyCloseOnTap(open, details)
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          sideOffset={2}
          align="start"
          collisionPadding={8}
          // A long menu at the pointer covers the pointer rather than leave the window.
          collisionAvoidance={isAtPointer ? { side: 'shift', align: 'shift' } : { side: 'flip', align: 'shift' }}
          className="z-50"
        >
          <MenuPanel
            aria-label={label}
            entries={entries}
            finalFocus={() => {
              onClosed?.()
              return false
            }}
          />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
