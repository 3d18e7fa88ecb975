import { html } from '../html.ts'

/** Mail programs know no style sheets: the look of web/ui/tokens.css, on each element. */
export const mailStyles = {
  page: 'margin:0;padding:24px 12px;background:#f3f6f0;color:#14211b;font:16px/1.5 Arial,sans-serif',
  sheet: 'max-width:600px;margin:0 auto',
  heading: "margin:0 0 16px;font:26px/1.2 Georgia,'Times New Roman',serif;color:#14211b",
  card: 'margin:0 0 12px;padding:16px;background:#ffffff;border:1px solid #d2dccf;border-radius:4px',
  title: "font:20px/1.3 Georgia,'Times New Roman',serif;color:#0a5c44",
  facts: 'margin-top:4px;color:#14211b',
  summary: 'margin-top:8px;color:#14211b',
  small: 'margin-top:8px;font-size:13px;color:#52635a',
  link: 'color:#0a5c44',
  button:
    'display:inline-block;padding:12px 24px;background:#0a5c44;color:#ffffff;border-radius:4px;font-weight:bold;text-decoration:none',
  foot: 'margin-top:24px;font-size:13px;color:#52635a',
}

/** A mail as HTML. @param body HTML */
export function mailSheet(siteName: string, heading: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(heading)}</title></head>
<body style="${mailStyles.page}"><div style="${mailStyles.sheet}">
<h1 style="${mailStyles.heading}">${html(heading)}</h1>
${body}
<p style="${mailStyles.foot}">${html(siteName)}</p>
</div></body></html>
`
}
