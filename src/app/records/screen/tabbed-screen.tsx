import { useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { Spinner } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { type TabChoice, Tabs } from '#app/ui/display/tabs.tsx'
import { unstoredValues } from '../unstored-values/unstored-values.ts'
import { useConfirmDiscard } from '../unstored-values/use-navigation-guard.ts'
import { useUrlWriter } from '../url-state/url-writer.ts'

export interface ScreenTab<Key extends string = string> extends Readonly<TabChoice<Key>> {
  readonly panel: ComponentType
}

interface TabbedScreenProps<Key extends string> {
  /** Name of the whole screen. */
  label: string
  /**
   * The first one is open when the URL names none. Keep each panel the same component between
   * renders.
   */
  tabs: readonly [ScreenTab<Key>, ...ScreenTab<Key>[]]
  /**
   * Whether two tabs show the same records, so that the query in the URL stays on switching.
   * Default: each has its own.
   */
  sharesQuery?(from: Key, to: Key): boolean
  /**
   * The tab meant by a URL without one, for links from before the first tab changed. Default: the
   * first tab.
   */
  impliedTab?(search: Readonly<Record<string, unknown>>): Key | undefined
}

/**
 * A screen of several lists as tabs, with the open one in the URL (`?tab=`). Leaving a tab with
 * unsaved input asks first.
 */
export function TabbedScreen<Key extends string>({ label, tabs, sharesQuery, impliedTab }: TabbedScreenProps<Key>) {
  const writer = useUrlWriter()
  const confirmDiscard = useConfirmDiscard()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const [defaultTab] = tabs
  const requestedTab = search['tab'] ?? impliedTab?.(search)
  const openTab = tabs.find(({ key }) => key === requestedTab) ?? defaultTab

  async function switchTab(next: Key) {
    if (!(await confirmDiscard())) return
    unstoredValues.release()
    const keepsQuery = sharesQuery?.(openTab.key, next) === true
    const tab = next === defaultTab.key ? undefined : next
    writer.write((before) => ({ ...(keepsQuery ? before : {}), tab, open: undefined, detail: undefined }), {
      confirmsUnsaved: true,
    })
  }

  return (
    <PageLayout variant="dashboard">
      <h1 className="sr-only">{label}</h1>
      <Tabs
        isOutermost
        variant="pills"
        label={label}
        value={openTab.key}
        tabs={tabs}
        onValue={(next) => void switchTab(next)}
      >
        <Suspense fallback={<LoadingTab />}>
          <openTab.panel key={openTab.key} />
        </Suspense>
      </Tabs>
    </PageLayout>
  )
}

/** The other tabs stay visible while one tab's code loads. */
function LoadingTab() {
  return (
    <div className="appears-late flex justify-center p-16">
      <Spinner label="화면을 불러오는 중" />
    </div>
  )
}
