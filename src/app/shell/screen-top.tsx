/**
 * Rendered on every page and hidden by the document's `data-demo` (demo-mark.ts) when the office
 * has no demo data, so that no page shifts while the mark loads.
 */
export function DemoBanner({ className = '' }: { className?: string }) {
  return (
    <aside
      aria-label="안내"
      data-screen-only
      data-demo-line
      className={`bg-paper-sunk px-4 py-1 text-center text-label text-ink-2 ${className}`}
    >
      시연용 가상 데이터 — 실제 인물·기관과 무관합니다.
    </aside>
  )
}

/** First keyboard focus on every screen. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-3 py-2 text-primary-ink focus:translate-y-0"
    >
      본문으로 건너뛰기
    </a>
  )
}
