import { useNavigate } from '@tanstack/react-router'
import {
  ArchiveRestore,
  Braces,
  CircleHelp,
  Download,
  Keyboard,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Moon,
  Plus,
  RefreshCw,
  Rows2,
  Rows4,
  Sun,
  SunMoon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useCreateRecord } from '#app/records/form/create-record.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useCopiedCollections } from '#app/records/synced-books/use-copied-books.ts'
import { hasCoarsePointer } from '#app/ui/coarse-pointer.ts'
import { openKeyHelp } from '#app/ui/data-table/commands/key-labels.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/geometry.ts'
import { listMountedTables } from '#app/ui/data-table/mounted-tables.ts'
import { useDeviceChoice } from '#app/ui/device-choice.ts'
import { type Theme, theme as themeChoice } from '#app/ui/theme-choice.ts'
import type { AppPath } from '#contract/app-paths.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FrameDialog } from '../frame-dialogs.tsx'
import { useInstall } from '../install-dialog.tsx'
import { buildListLink } from './search-lines.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const themes = [
  ['light', '밝게', Sun],
  ['dark', '어둡게', Moon],
  ['device', '기기 설정', SunMoon],
] as const satisfies readonly (readonly [Theme, string, unknown])[]

/**
 * Every command that is available now. Add an entry to this list for a new one. `openDialog` opens
 * a dialog of the frame.
 */
export function useCommands(openDialog: (dialog: FrameDialog) => void): readonly SearchCommand[] {
  const copy = useOfflineCopy()
  const install = useInstall()
  const [density, setDensity] = useDeviceChoice(densityChoice)
  const [theme, setTheme] = useDeviceChoice(themeChoice)
  const [table] = listMountedTables()
  const creationCommands = useCreateCommands()
  const isDense = density === 'dense'
  const commands: (SearchCommand | false)[] = [
    ...creationCommands,
    {
      label: '지금 동기화',
      keywords: ['새로고침', '전송'],
      icon: <RefreshCw {...icon} />,
      action: () => copy.syncNow(),
    },
    {
      label: '삭제한 기록',
      keywords: ['휴지통', '복원', '삭제한 사건', '되살리기', '복구'],
      icon: <ArchiveRestore {...icon} />,
      action: () => openDialog('deleted_records'),
    },
    table !== undefined && {
      label: '단축키 보기',
      keywords: ['키보드', 'F1'],
      icon: <Keyboard {...icon} />,
      action: () => void openKeyHelp(table),
    },
    !hasCoarsePointer() && {
      label: isDense ? '표 간격: 보통' : '표 간격: 촘촘하게',
      keywords: ['행 높이', '밀도'],
      icon: isDense ? <Rows2 {...icon} /> : <Rows4 {...icon} />,
      action: () => setDensity(isDense ? 'roomy' : 'dense'),
    },
    ...themes.map(
      ([value, word, Icon]) =>
        value !== theme && {
          label: `화면 밝기: ${word}`,
          keywords: ['테마', '다크 모드'],
          icon: <Icon {...icon} />,
          action: () => setTheme(value),
        },
    ),
    { label: '도움말', keywords: ['사용법', '표시'], icon: <CircleHelp {...icon} />, action: () => openDialog('help') },
    install.method !== 'none' && {
      label: '앱 설치',
      keywords: ['홈 화면에 추가'],
      icon: <Download {...icon} />,
      action: () => (install.method === 'prompt' ? void install.prompt() : openDialog('install')),
    },
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
    { label: '연동 API', keywords: ['토큰', 'OpenAPI'], icon: <Braces {...icon} />, action: { to: '/staff/api' } },
    { label: '로그아웃', keywords: ['나가기'], icon: <LogOut {...icon} />, action: () => openDialog('sign_out') },
  ]
  return commands.filter((command) => command !== false)
}

/**
 * Books with the general form, which opens over any screen. Deposit cases have their own form
 * together with their land.
 */
const createCommands = [
  { to: 'real-estate', label: '등기 사건 추가', keywords: ['새 사건', '신규 사건'] },
  { to: 'addresses', label: '주소 추가', keywords: ['새 주소', '신규 주소'] },
  { to: 'real-estate-groups', label: '등기 사업구간 추가', keywords: ['새 단지', '새 현장'] },
  { to: 'banks', label: '은행 추가', keywords: ['새 은행'] },
  { to: 'companies', label: '회사 추가', keywords: ['새 회사', '거래처 추가'], staysInList: true },
  { to: 'departments', label: '부서 추가', keywords: ['새 부서'], staysInList: true },
  { to: 'managers', label: '관리자 추가', keywords: ['새 관리자', '담당자 추가'], staysInList: true },
  { to: 'projects', label: '공탁 사업구간 추가', keywords: ['새 사업구간'], staysInList: true },
] as const satisfies readonly CreateCommand[]

interface CreateCommand {
  readonly to: CollectionName
  readonly label: string
  readonly keywords: readonly string[]
  /**
   * The list stays as it is: opening the new record would only show the form that was just filled
   * in.
   */
  readonly staysInList?: true
}

/** Creates records from anywhere. The new record opens next to its list, or only its list opens. */
function useCreateCommands(): SearchCommand[] {
  const make = useCreateRecord()
  const navigate = useNavigate()
  const copiedCollections = useCopiedCollections()
  async function createAndOpen({ to, staysInList }: CreateCommand) {
    const record = await make({ to, start: {} })
    if (record) await navigate(buildListLink(to, staysInList ? {} : { open: record.id }))
  }
  // Without the book on this device, no one could tell whether the record already exists.
  return createCommands
    .filter(({ to }) => copiedCollections.has(to))
    .map((book: CreateCommand) => ({
      label: book.label,
      keywords: book.keywords,
      icon: <Plus size={16} strokeWidth={1.5} aria-hidden />,
      action: () => void createAndOpen(book),
    }))
}

/** An action that can be run from anywhere, by its name. */
export interface SearchCommand {
  readonly label: string
  /** Other words users have for it. */
  readonly keywords: readonly string[]
  readonly icon: ReactNode
  readonly action: { readonly to: AppPath } | (() => void)
}
