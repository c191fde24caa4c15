import { Bell, Braces, CircleHelp, Download, KeyRound, LogOut, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'
import type { FrameDialog } from '../staff-frame/frame-dialogs.tsx'
import { useInstall } from './install-dialog.tsx'

/** Something to do or open by its name. */
export interface Command {
  readonly label: string
  /** Other words users have for it; only the global search uses them. */
  readonly keywords: readonly string[]
  readonly icon: ReactNode
  /** Where it works, if not everywhere. */
  readonly note?: string
  readonly action: { readonly to: AppPath } | (() => void)
}

/**
 * What a user does about their account and this device. The user menu and the global search both
 * offer this list, in this order. `openDialog` opens a dialog of the frame.
 */
export function useAccountCommands(openDialog: (dialog: FrameDialog) => void): readonly Command[] {
  const install = useInstall()
  const installCommand: Command = {
    label: '앱 설치',
    keywords: ['홈 화면에 추가'],
    icon: <Download {...icon} />,
    action: () => (install.method === 'prompt' ? void install.prompt() : openDialog('install')),
  }
  return [
    { label: '도움말', keywords: ['사용법', '표시'], icon: <CircleHelp {...icon} />, action: () => openDialog('help') },
    ...(install.method === 'none' ? [] : [installCommand]),
    {
      label: '로그인한 기기',
      keywords: ['계정', '세션'],
      icon: <MonitorSmartphone {...icon} />,
      action: { to: '/account/devices' },
    },
    {
      label: '보안',
      keywords: ['2단계 인증', '패스키', '인증 앱', '복구 코드'],
      icon: <KeyRound {...icon} />,
      action: { to: '/account/security' },
    },
    {
      label: '알림',
      keywords: ['푸시', '이메일', '아침 요약', '방해 금지'],
      icon: <Bell {...icon} />,
      action: { to: '/account/notifications' },
    },
    { label: '연동 API', keywords: ['토큰', 'OpenAPI'], icon: <Braces {...icon} />, action: { to: '/staff/api' } },
  ]
}

/** Apart from the list, because the menu sets it off. */
export function buildSignOutCommand(openDialog: (dialog: FrameDialog) => void): Command {
  return { label: '로그아웃', keywords: ['나가기'], icon: <LogOut {...icon} />, action: () => openDialog('sign_out') }
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Labels of the display settings, in the order of the menu. */
export const themeLabels = { light: '밝게', dark: '어둡게', device: '기기 설정' } as const
export const densityLabels = { roomy: '보통', dense: '촘촘하게' } as const
