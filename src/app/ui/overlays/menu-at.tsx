import { Menu as Base } from '@base-ui/react/menu'
import { MenuPanel } from './menu.tsx'
import type { MenuEntry } from './menu.tsx'

export interface MenuAtProps {
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
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
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
