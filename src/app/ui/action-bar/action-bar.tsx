import { Menu } from '@base-ui/react/menu'
import { Toolbar } from '@base-ui/react/toolbar'
import { ChevronDown, Ellipsis } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buildButtonClass, type ButtonSize, type ButtonTone } from '../buttons/button-look.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { type MenuEntry, MenuPanel } from '../overlays/menu.tsx'
import { onlyCloseOnTap } from '../overlays/outside-tap.ts'
import { useFitActions } from './count-shown-actions.ts'

export interface BarAction {
  label: string
  icon?: ReactNode
  tone?: ButtonTone
  isBusy?: boolean
  /** Why the action is unavailable. Setting it disables the action. */
  disabledReason?: string | undefined
  /** Shown in red in the 더보기 menu. In the bar, `tone` sets the color. */
  isDestructive?: boolean
  onSelect(): void
}

interface ActionBarProps {
  /** Accessible name, such as 사건부 작업. */
  label: string
  /** Most needed first: the first three appear in the bar, the rest behind 더보기. */
  actions: readonly BarAction[]
  size?: ButtonSize
  /** Shown before the actions, such as 3건 선택. */
  leadingContent?: ReactNode
}

/**
 * The actions of a table or a selection, as one tab stop; ← and → move between them and wrap
 * around. When three don't fit, fewer are shown and more go behind 더보기, so no action is ever cut
 * off.
 */
export function ActionBar({ label, actions, size = 'md', leadingContent }: ActionBarProps) {
  const { bar, shownCount, isMoreWordless } = useFitActions(actions.map((action) => action.label))
  const overflowActions = actions.slice(shownCount)
  if (actions.length === 0) return null
  return (
    <div className="flex min-w-0 items-center gap-3">
      {leadingContent ? (
        <span className="tabular shrink-0 text-label whitespace-nowrap text-ink-2">{leadingContent}</span>
      ) : null}
      <Toolbar.Root ref={bar} aria-label={label} className="relative flex min-w-0 flex-1 gap-2">
        {actions.slice(0, shownCount).map((action) => (
          <Toolbar.Button key={action.label} data-action render={<BarButton action={action} size={size} />} />
        ))}
        {overflowActions.length > 0 ? (
          <MoreMenu actions={overflowActions} size={size} isWordless={isMoreWordless} />
        ) : null}
        <span
          aria-hidden
          data-more-width
          className={`pointer-events-none invisible absolute left-0 ${buildButtonClass('secondary', size)}`}
        >
          <MoreLabel />
        </span>
      </Toolbar.Root>
    </div>
  )
}

interface MoreMenuProps {
  actions: readonly BarAction[]
  size: ButtonSize
  isWordless: boolean
}

function MoreMenu({ actions, size, isWordless }: MoreMenuProps) {
  return (
    <Menu.Root modal={false} onOpenChange={onlyCloseOnTap}>
      <Toolbar.Button render={<Menu.Trigger render={<MoreButton size={size} isWordless={isWordless} />} />} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-50">
          <MenuPanel entries={actions.map(toMenuEntry)} />
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type ToolbarButtonProps = ComponentProps<'button'>

/** The toolbar passes `disabled`; this button shows `disabledReason` instead. */
function BarButton({
  action,
  size,
  disabled: _disabled,
  ...toolbar
}: ToolbarButtonProps & { action: BarAction; size: ButtonSize }) {
  return (
    <Button
      {...toolbar}
      size={size}
      tone={action.tone ?? 'secondary'}
      icon={action.icon}
      isBusy={action.isBusy ?? false}
      disabledReason={action.disabledReason}
      onClick={(event) => {
        toolbar.onClick?.(event)
        action.onSelect()
      }}
    >
      {action.label}
    </Button>
  )
}

function MoreButton({
  size,
  isWordless,
  disabled: _disabled,
  ...trigger
}: ToolbarButtonProps & Pick<MoreMenuProps, 'size' | 'isWordless'>) {
  if (isWordless)
    return (
      <IconButton
        {...trigger}
        data-more
        label="더보기"
        tone="secondary"
        size={size}
        icon={<Ellipsis size={16} strokeWidth={1.5} />}
      />
    )
  return (
    <Button {...trigger} data-more size={size}>
      <MoreLabel />
    </Button>
  )
}

function MoreLabel() {
  return (
    <>
      더보기
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </>
  )
}

function toMenuEntry(action: BarAction): MenuEntry {
  const isBlocked = action.isBusy === true || action.disabledReason !== undefined
  const hint = action.isBusy ? '처리 중' : action.disabledReason
  return {
    label: action.label,
    icon: action.icon,
    isDestructive: action.isDestructive ?? action.tone === 'danger',
    isDisabled: isBlocked,
    ...(hint === undefined ? {} : { hint }),
    onSelect: action.onSelect,
  }
}
