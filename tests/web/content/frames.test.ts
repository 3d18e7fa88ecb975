import { describe, expect, it } from 'vitest'
import { articleFrameHosts } from '#indexer/frames'
import { frameOf } from '../../../web/content/frames.ts'

describe('what may be framed', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    [
      'https://m.youtube.com/watch?v=abc_DEF-123&t=1m30s',
      'https://www.youtube-nocookie.com/embed/abc_DEF-123?start=90',
    ],
    ['https://youtu.be/abc_DEF-123?t=42', 'https://www.youtube-nocookie.com/embed/abc_DEF-123?start=42'],
    ['https://youtube.com/shorts/abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    ['https://www.youtube.com/embed/abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    [
      'https://www.youtube-nocookie.com/embed/abc_DEF-123?autoplay=1',
      'https://www.youtube-nocookie.com/embed/abc_DEF-123',
    ],
    ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?dnt=1'],
    ['https://vimeo.com/123456789/abcdef0123', 'https://player.vimeo.com/video/123456789?dnt=1&h=abcdef0123'],
    ['https://player.vimeo.com/video/123456789', 'https://player.vimeo.com/video/123456789?dnt=1'],
    [
      'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker=51.5,-0.1',
      'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker=51.5,-0.1',
    ],
  ])('%s', (address, src) => {
    expect(frameOf(address)?.src).toBe(src)
    expect(articleFrameHosts).toContain(new URL(src).hostname)
    // What has been made of an address is made of itself again.
    expect(frameOf(src)?.src).toBe(src)
  })

  it.each([
    'http://www.youtube.com/watch?v=abc_DEF-123',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v="><script>',
    'https://youtube.com.evil.example/watch?v=abc_DEF-123',
    'https://evil.example/youtube.com/watch?v=abc_DEF-123',
    'https://user@www.youtube.com/watch?v=abc_DEF-123',
    'https://www.youtube.com:444/watch?v=abc_DEF-123',
    'https://www.openstreetmap.org/user/x',
    'javascript:alert(1)',
    '//www.youtube.com/watch?v=abc_DEF-123',
    '',
  ])('not %s', address => {
    expect(frameOf(address)).toBeNull()
  })
})
