import { useNavigate } from '@tanstack/react-router'
import {
  ArchiveRestore,
  Columns3,
  Download,
  Keyboard,
  Moon,
  Plus,
  Printer,
  RefreshCw,
  Rows2,
  Rows4,
  Sun,
  SunMoon,
  Upload,
} from 'lucide-react'
import { useCreateRecord } from '#app/records/form/create-record.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSyncedCollections } from '#app/records/synced-books/use-synced-books.ts'
import { buildListLink } from '#app/records/url-state/record-links.ts'
import { useSession } from '#app/session/session-store.ts'
import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'
import { useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { listScreenCommands, type ScreenCommandLabel } from '#app/ui/buttons/screen-commands.ts'
import { openKeyHelp } from '#app/ui/data-table/commands/key-labels.ts'
import { density as densityChoice } from '#app/ui/data-table/layout/density-choice.ts'
import { listMountedTables } from '#app/ui/data-table/mounted-tables.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type Theme, theme as themeChoice } from '#app/ui/theme/theme-choice.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { startReminder } from '#domain/books/reminders.ts'
import {
  buildSignOutCommand,
  type Command,
  densityLabels,
  themeLabels,
  useAccountCommands,
} from '../account/account-commands.tsx'
import type { FrameDialog } from '../staff-frame/frame-dialogs.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const screenCommandTexts: Record<ScreenCommandLabel, Pick<Command, 'keywords' | 'icon'>> = {
  인쇄: { keywords: ['출력', '프린트'], icon: <Printer {...icon} /> },
  '엑셀 내보내기': { keywords: ['다운로드', '파일로 저장'], icon: <Download {...icon} /> },
  '엑셀 가져오기': { keywords: ['업로드', '불러오기'], icon: <Upload {...icon} /> },
  '컬럼 관리': { keywords: ['열 숨기기', '열 순서'], icon: <Columns3 {...icon} /> },
}

const themes = [
  ['light', Sun],
  ['dark', Moon],
  ['device', SunMoon],
] as const satisfies readonly (readonly [Theme, unknown])[]

/**
 * Every command that is available now. Add an entry to this list for a new one. `openDialog` opens
 * a dialog of the frame.
 */
export function useCommands(openDialog: (dialog: FrameDialog) => void): readonly Command[] {
  const copy = useOfflineCopy()
  const [density, setDensity] = useDeviceSetting(densityChoice)
  const [theme, setTheme] = useDeviceSetting(themeChoice)
  const [table] = listMountedTables()
  const creationCommands = useCreateCommands()
  const accountCommands = useAccountCommands(openDialog)
  const isDense = density === 'dense'
  const commands: (Command | false)[] = [
    ...listScreenCommands().map(({ label, run }) => ({
      ...screenCommandTexts[label],
      label,
      note: '지금 화면',
      action: run,
    })),
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
      label: `표 간격: ${densityLabels[isDense ? 'roomy' : 'dense']}`,
      keywords: ['행 높이', '밀도'],
      icon: isDense ? <Rows2 {...icon} /> : <Rows4 {...icon} />,
      action: () => setDensity(isDense ? 'roomy' : 'dense'),
    },
    ...themes.map(
      ([value, Icon]) =>
        value !== theme && {
          label: `화면 밝기: ${themeLabels[value]}`,
          keywords: ['테마', '다크 모드'],
          icon: <Icon {...icon} />,
          action: () => setTheme(value),
        },
    ),
    ...accountCommands,
    buildSignOutCommand(openDialog),
  ]
  return commands.filter((command) => command !== false)
}

/**
 * Books with the general form, which opens over any screen. Deposit cases have their own form
 * together with their land.
 */
const createCommands = [
  { collection: 'real-estate', label: '등기 사건 추가', keywords: ['새 사건', '신규 사건'] },
  { collection: 'addresses', label: '주소 추가', keywords: ['새 주소', '신규 주소'] },
  { collection: 'real-estate-groups', label: '등기 사업구간 추가', keywords: ['새 단지', '새 현장'] },
  { collection: 'banks', label: '은행 추가', keywords: ['새 은행'] },
  { collection: 'companies', label: '회사 추가', keywords: ['새 회사', '거래처 추가'], staysInList: true },
  { collection: 'departments', label: '부서 추가', keywords: ['새 부서'], staysInList: true },
  { collection: 'managers', label: '관리자 추가', keywords: ['새 관리자', '담당자 추가'], staysInList: true },
  { collection: 'projects', label: '공탁 사업구간 추가', keywords: ['새 사업구간'], staysInList: true },
  { collection: 'reminders', label: '다시 보기 추가', keywords: ['새 메모', '할 일', '알림'], start: startReminder },
] as const satisfies readonly CreateCommand[]

interface CreateCommand {
  readonly collection: CollectionName
  readonly label: string
  readonly keywords: readonly string[]
  /**
   * The list stays as it is: opening the new record would only show the form that was just filled
   * in.
   */
  readonly staysInList?: true
  /**
   * What the form starts with. It is written in passing, so the screen stays as it is.
   */
  readonly start?: (person: string | null, today: string) => Readonly<Record<string, FieldValue>>
}

/** Creates records from anywhere. The new record opens next to its list, or only its list opens. */
function useCreateCommands(): Command[] {
  const createRecord = useCreateRecord()
  const navigate = useNavigate()
  const syncedCollections = useSyncedCollections()
  const person = useSession().user?.nickname ?? null
  async function createAndOpen({ collection, staysInList, start }: CreateCommand) {
    const record = await createRecord({ to: collection, start: start?.(person, getOfficeToday()) ?? {} })
    if (record && !start) await navigate(buildListLink(collection, staysInList ? {} : { open: record.id }))
  }
  // Without the book on this device, no one could tell whether the record already exists.
  return createCommands
    .filter(({ collection }) => syncedCollections.has(collection))
    .map((book: CreateCommand) => ({
      label: book.label,
      keywords: book.keywords,
      icon: <Plus size={16} strokeWidth={1.5} aria-hidden />,
      action: () => void createAndOpen(book),
    }))
}
