/** The look of `/api/docs`, light and dark. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#e3e6eb;--text:#1c2127;--soft:#5f6b7c;--link:#0f766e;--code:#eef0f3}
@media (prefers-color-scheme:dark){:root{--page:#14181c;--card:#1c2127;--line:#2f363f;--text:#edf0f3;--soft:#a7b0bc;--link:#5fd1c1;--code:#262c33}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;display:grid;grid-template-columns:220px minmax(0,1fr);background:var(--page);color:var(--text);font:15px/1.55 system-ui,sans-serif}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line)}
nav h1{font-size:18px;margin:0 0 12px}
nav h2{font-size:13px;color:var(--soft);margin:16px 0 4px;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:3px 8px;border-radius:6px;text-decoration:none}
nav a:hover{background:var(--code)}
main{padding:8px 32px 64px;max-width:960px;width:100%}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:8px;top:8px;background:var(--card);padding:8px}
h2{margin:40px 0 8px;font-size:22px;border-bottom:1px solid var(--line);padding-bottom:6px}
h3{margin:0;font-size:16px;overflow-wrap:anywhere}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin:16px 0}
article p{margin:8px 0}
.who{color:var(--soft);font-size:13px}
code{font:13px/1.5 ui-monospace,monospace;background:var(--code);padding:1px 4px;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);padding:12px;border-radius:8px;overflow:auto}
pre code{padding:0;background:none;overflow-wrap:normal}
h3 code{background:none;font-size:15px}
.method{display:inline-block;min-width:64px;text-align:center;font:600 12px/22px ui-monospace,monospace;border:1px solid currentColor;border-radius:6px}
.table{overflow-x:auto;margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-bottom:1px solid var(--line)}
th{font-size:12px;color:var(--soft);font-weight:600}
@media (max-width:700px){body{display:block}nav{position:static;max-height:none;border-right:0;border-bottom:1px solid var(--line)}nav ul{display:flex;flex-wrap:wrap}main{padding:8px 16px 48px}}
`;
