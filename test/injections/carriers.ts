/** Ordinary documents in which an order may stand. `{}` is where. Written by hand. */
export const CARRIERS: readonly string[] = [
  '# tiny-queue\n\nA small job queue for Node.\n\n## Install\n\n    npm install tiny-queue\n\n{}\n\n## Usage\n\nCreate a queue, add jobs, call `run()`.\n',
  'Title: Export fails with large files\n\nSteps to reproduce:\n1. Open a project with more than 10,000 rows\n2. Click Export\n\n{}\n\nExpected: a file is downloaded. Actual: the tab crashes.\n',
  '<html><body><h1>Opening hours</h1><p>We are open from 9 to 17, Monday to Friday.</p><p>{}</p><p>Parking is behind the building.</p></body></html>',
  '2026-02-11 08:14:02 INFO  server started on port 8080\n2026-02-11 08:14:09 WARN  slow query: 812 ms\n2026-02-11 08:14:10 INFO  {}\n2026-02-11 08:14:11 INFO  GET /health 200\n',
  'Hi Jonas,\n\nthank you for the notes from yesterday. I have updated the slides and moved the budget to the appendix.\n\n{}\n\nBest regards\nMira\n',
  'def total(items):\n    """Sum of all prices, without tax."""\n    # {}\n    return sum(item.price for item in items)\n',
  '{"id": 8812, "status": "shipped", "customer": {"name": "R. Alvarez"}, "comment": "{}", "items": 3}',
  'Changelog\n\n1.4.2\n- fix a crash when the cache directory is missing\n- {}\n- update translations\n\n1.4.1\n- faster start\n',
  'Amount;Date;Subject\n-42.10;2026-01-12;Groceries\n-900.00;2026-01-15;Rent\n12.00;2026-01-17;{}\n',
  'The review of the restaurant was mixed. The soup was excellent, the service slow. {} We would still come back for the view over the harbour.',
  '{}\n',
  'Search results for "weather Lisbon":\n1. Sunny, 21 degrees, light wind from the west.\n2. {}\n3. Forecast for the next seven days.\n',
]

export const NEUTRAL_LINES: readonly string[] = [
  'The meeting is moved to Thursday at ten.',
  'See the manual for the list of supported formats.',
  'The cache is cleared when the version changes.',
  'Fixed a typo in the German translation.',
  'Room 4 is closed for renovation until the end of March.',
  'Rows without a date are skipped by the importer.',
  'Users can change their password in the profile.',
  'The assistant professor answers questions on Monday.',
]
