/** Stands on every page as long as the office holds demo data; hidden by `data-demo` of the document (demo-mark.ts), so that no page moves while it asks. */
export function DemoBanner() {
  return (
    <aside
      aria-label="안내"
      data-screen-only
      data-demo-line
      className="bg-paper-sunk px-4 py-1 text-center text-label text-ink-2"
    >
      시연용 가상 데이터 — 실제 인물·기관과 무관합니다.
    </aside>
  )
}
