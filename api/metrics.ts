const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function labels(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}="${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
  )
  return `{${pairs.join(',')}}`
}

/** Requests by route and status, and how long they took by route. Routes, never paths: their number is ours. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #durations = new Map<string, { counts: number[]; sum: number; count: number }>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const request = labels({ method, route, status: String(status) })
    this.#requests.set(request, (this.#requests.get(request) ?? 0) + 1)
    let duration = this.#durations.get(route)
    if (!duration) {
      duration = { counts: buckets.map(() => 0), sum: 0, count: 0 }
      this.#durations.set(route, duration)
    }
    duration.sum += seconds
    duration.count++
    for (let i = buckets.length - 1; i >= 0 && seconds <= buckets[i]!; i--) duration.counts[i]!++
  }

  text(): string {
    const lines = [
      '# HELP longlist_http_requests_total Requests answered.',
      '# TYPE longlist_http_requests_total counter',
    ]
    for (const [request, count] of this.#requests) lines.push(`longlist_http_requests_total${request} ${count}`)
    lines.push('# HELP longlist_http_request_seconds Time to answer.', '# TYPE longlist_http_request_seconds histogram')
    for (const [route, { counts, sum, count }] of this.#durations) {
      lines.push(
        ...buckets.map(
          (edge, i) => `longlist_http_request_seconds_bucket${labels({ route, le: String(edge) })} ${counts[i]}`,
        ),
      )
      lines.push(`longlist_http_request_seconds_bucket${labels({ route, le: '+Inf' })} ${count}`)
      lines.push(
        `longlist_http_request_seconds_sum${labels({ route })} ${sum}`,
        `longlist_http_request_seconds_count${labels({ route })} ${count}`,
      )
    }
    return lines.join('\n')
  }
}
