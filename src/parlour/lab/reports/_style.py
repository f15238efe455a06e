"""The style sheet of a report."""

STYLE = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 2.2rem; line-height: 1.1; margin: 0 0 .4rem; letter-spacing: -.02em; }
h2 { font-size: 1.25rem; margin: 1.8rem 0 .5rem; letter-spacing: -.01em; }
header p { margin: 0; color: var(--muted); }
.kind { text-transform: uppercase; letter-spacing: .08em; font-size: .75rem; }
.warning { margin-top: .8rem; padding: .6rem .8rem; border-left: 4px solid var(--series-1); background: var(--card);
  color: var(--ink); }
.answers p { font-size: 1.15rem; line-height: 1.4; margin: .55rem 0; max-width: 52rem; text-wrap: pretty; }
.answers { margin: 1.3rem 0; }
figure { background: var(--card); border: 1px solid var(--grid); border-radius: 10px; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
.part { border-top: 1px solid var(--grid); margin: 0; font-size: inherit; color: inherit; }
.part:last-child { border-bottom: 1px solid var(--grid); }
.part > summary { padding: .55rem 0; }
.part > summary h2 { display: inline; margin: 0; font-size: 1.05rem; }
.part[open] { padding-bottom: 1.4rem; }
small { display: block; color: var(--muted); font-size: .8rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; color: var(--muted); font-weight: 500; }
th, td { padding: .38rem .7rem .38rem 0; border-bottom: 1px solid var(--grid); vertical-align: top; }
td:last-child, th:last-child { padding-right: 0; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.large { font-weight: 700; } .unclear { color: var(--muted); }
.number small { font-weight: 400; }
.scroll { overflow-x: auto; }
.variants { width: auto; } .variants th { font-size: .8rem; vertical-align: bottom; }
.variants td:first-child { min-width: 11rem; max-width: 22rem; }
.claims q { quotes: "“" "”"; }
.confirmed, .refuted, .open { white-space: nowrap; font-weight: 600; }
.confirmed { color: var(--series-2); } .refuted { color: var(--series-1); } .open { color: var(--muted); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1rem;
  margin-top: 1rem; }
.curves { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .8rem;
  margin: 1rem 0; }
.curves figure > svg { margin-top: .3rem; }
.curves figure { padding: .7rem .8rem .5rem; display: flex; flex-direction: column; }
.curves figcaption { font-size: .75rem; margin-bottom: auto; }
figure { margin: 0; padding: .9rem 1rem; break-inside: avoid; }
figcaption { font-size: .85rem; color: var(--muted); margin-bottom: .4rem; }
figcaption b { color: var(--ink); display: block; font-size: .95rem; }
svg { width: 100%; height: auto; display: block; }
details { margin-top: .4rem; font-size: .85rem; color: var(--muted); }
summary { cursor: pointer; }
code { font-size: .85em; overflow-wrap: anywhere; }
footer { margin-top: 2rem; color: var(--muted); font-size: .85rem; border-top: 1px solid var(--grid); }
@media (max-width: 40rem) { .part { overflow-x: auto; } main { padding-top: 1.2rem; } h1 { font-size: 1.8rem; } }
@page { margin: 14mm; }
@media print { html { font-size: 12px; } body { font-size: 9.5pt; background: none; }
  main { max-width: none; padding: 0; } h2 { margin-top: 1.8rem; break-after: avoid; }
  .charts { grid-template-columns: 1fr 1fr; } .curves { grid-template-columns: 1fr 1fr 1fr; }
  details:not([open]) { display: none; } tr { break-inside: avoid; } .part { overflow: visible; } }
"""
