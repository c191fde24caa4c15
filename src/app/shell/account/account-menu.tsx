import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#app/session/session-store.ts'
import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'
import { type DeviceSetting, useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/density-choice.ts'
import { Menu, type MenuChoice, type MenuEntry } from '#app/ui/overlays/menu.tsx'
import { theme as themeChoice } from '#app/ui/theme/theme-choice.ts'
import { type FrameDialog, FrameDialogs } from '../staff-frame/frame-dialogs.tsx'
import {
  buildSignOutCommand,
  type Command,
  densityLabels,
  themeLabels,
  useAccountCommands,
} from './account-commands.tsx'

/**
 * User menu in the top line: name, role, display settings of this device, and the user's other
 * entries.
 */
export function AccountMenu() {
  const { user } = useSession()
  const { displaySettings, entries, dialogs } = useAccountMenu()
  if (!user) return null
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-paper-sunk coarse:h-11 coarse:min-w-11 coarse:justify-center"
          >
            <span
              aria-hidden
              className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary"
            >
              {user.nickname.slice(0, 1)}
            </span>
            <span className="max-sm:sr-only sheet-open:sr-only">
              {user.nickname}
              <span className="sr-only"> 님 메뉴</span>
            </span>
          </button>
        }
        heading={
          <>
            <p className="font-semibold">{user.nickname}</p>
            <p className="text-label text-ink-3">
              {formatRole(user)}
              {user.email ? ` · ${user.email}` : ''}
            </p>
          </>
        }
        entries={[...displaySettings, 'rule', ...entries]}
      />
      {dialogs}
    </>
  )
}

interface AccountMenuParts {
  readonly displaySettings: readonly MenuChoice[]
  readonly entries: readonly (MenuEntry | 'rule')[]
  /** Dialogs that the entries open; rendered next to the menu. */
  readonly dialogs: ReactNode
}

/**
 * Entries about the user and this device: display settings, help, installation, devices, API access
 * of other programs, sign-out.
 */
export function useAccountMenu(): AccountMenuParts {
  const [opened, setOpened] = useState<FrameDialog | null>(null)
  const displaySettings = useDisplaySettings()
  const entries = useAccountEntries(setOpened)
  return { displaySettings, entries, dialogs: <FrameDialogs opened={opened} onClose={() => setOpened(null)} /> }
}

/**
 * Display settings; apply at once and in this device's other windows too. On touch screens rows
 * keep their touch height.
 */
function useDisplaySettings(): MenuChoice[] {
  const theme = useDisplaySetting('화면 밝기', themeChoice, themeLabels)
  const density = useDisplaySetting('표 간격', densityChoice, densityLabels)
  return hasCoarsePointer() ? [theme] : [theme, density]
}

function useDisplaySetting<Word extends string>(
  label: string,
  choice: DeviceSetting<Word>,
  labels: Readonly<Record<Word, string>>,
): MenuChoice {
  const [value, keep] = useDeviceSetting(choice)
  const words = Object.keys(labels) as Word[]
  return {
    label,
    value,
    choices: words.map((word) => ({ value: word, label: labels[word] })),
    onValue(next) {
      const word = words.find((candidate) => candidate === next)
      if (word !== undefined) keep(word)
    },
  }
}

function useAccountEntries(openDialog: (dialog: FrameDialog) => void): (MenuEntry | 'rule')[] {
  const router = useRouter()
  const toEntry = ({ label, icon, action }: Command): MenuEntry => ({
    label,
    icon,
    onSelect: typeof action === 'function' ? action : () => void router.navigate(action),
  })
  return [...useAccountCommands(openDialog).map(toEntry), 'rule', toEntry(buildSignOutCommand(openDialog))]
}

/** The user's role in the office. */
export function formatRole({ is_superuser }: { is_superuser: boolean }): string {
  return is_superuser ? '최고관리자' : '직원'
}
