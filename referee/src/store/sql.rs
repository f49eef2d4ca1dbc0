//! The store in SQL, for SQLite and PostgreSQL alike.

use super::{Addition, Entrance, Kept, Pulse, Rematch, Unstored, record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::any::{AnyArguments, AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Row};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use umpire_core::transcript::Entry;

/// How long a statement may wait for a connection.
const WAIT: Duration = Duration::from_secs(5);

/// How many connections a file has.
const OF_A_FILE: u32 = 2;

/// How many lines of a record are written by one statement.
const LINES_TOGETHER: usize = 200;

/// How often somebody tries to be the next who says something.
const SPEAKERS: u32 = 8;

/// What is there before the first table. Each statement may be run again.
const TABLES: [&str; 6] = [
    "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, header TEXT NOT NULL, settings TEXT NOT NULL, \
     waiting TEXT NOT NULL, revision BIGINT NOT NULL, begun BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS entries (table_id TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, \
     PRIMARY KEY (table_id, number))",
    "CREATE TABLE IF NOT EXISTS said (table_id TEXT NOT NULL, number BIGINT NOT NULL, words TEXT NOT NULL, \
     PRIMARY KEY (table_id, number))",
    "CREATE TABLE IF NOT EXISTS names (table_id TEXT NOT NULL, seat BIGINT NOT NULL, number BIGINT NOT NULL, \
     name TEXT NOT NULL, PRIMARY KEY (table_id, seat))",
    "CREATE TABLE IF NOT EXISTS entrances (hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, role TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rematches (table_id TEXT PRIMARY KEY, rematch_id TEXT NOT NULL, how TEXT NOT NULL)",
];

/// A store of tables.
#[derive(Debug, Clone)]
pub struct Store {
    pool: AnyPool,
    is_server: bool,
}

impl Store {
    /// Opens a store: `postgres://...`, or the path of a file, which is made where there is none.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub async fn open(place: &str) -> Result<Store, Unstored> {
        install_default_drivers();
        let is_server = place.starts_with("postgres://") || place.starts_with("postgresql://");
        let (address, most) = match is_server {
            true => (place.to_string(), 8),
            false => (file_address(Path::new(place)), OF_A_FILE),
        };
        // One connection alone first: what is wrong is told at once, where a pool would try until its time is up.
        let mut first = AnyConnection::connect(&address).await.map_err(failed)?;
        prepared(&mut first, is_server).await.map_err(failed)?;
        for statement in TABLES {
            sqlx::query(statement).execute(&mut first).await.map_err(failed)?;
        }
        first.close().await.map_err(failed)?;
        let options = AnyPoolOptions::new().max_connections(most).acquire_timeout(WAIT);
        let options =
            options.after_connect(move |connection, _| Box::pin(prepared(connection, is_server)));
        let pool = options.connect_lazy(&address).map_err(failed)?;
        Ok(Store { pool, is_server })
    }

    /// Lets a file grow to so many pages and no further, as where a disk is full.
    #[cfg(test)]
    pub(super) async fn limit(&self, pages: &'static str) {
        let mut all = Vec::new();
        for _ in 0..OF_A_FILE {
            all.push(self.pool.acquire().await.expect("a connection"));
        }
        for connection in &mut all {
            sqlx::query(pages).execute(&mut **connection).await.expect("a limit");
        }
    }

    /// Keeps a new table with the ways into it, each by the hash of its secret.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn begin(
        &self,
        table: &str,
        kept: &Kept,
        entrances: &[(String, String)],
    ) -> Result<(), Unstored> {
        let mut work = Work::begin(&self.pool).await?;
        let done = begin_table(work.connection(), table, kept, entrances).await;
        work.end(done.map_err(failed)).await
    }

    /// Begins a table at which the battle of another is fought once more.
    ///
    /// # Errors
    /// Where somebody was quicker, or it cannot be written.
    pub async fn begin_rematch(
        &self,
        of: (&str, &str),
        table: &str,
        kept: &Kept,
        entrances: &[(String, String)],
    ) -> Result<(), Unstored> {
        let (before, how) = of;
        let mut work = Work::begin(&self.pool).await?;
        let first = sqlx::query(
            "INSERT INTO rematches (table_id, rematch_id, how) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(before)
        .bind(table)
        .bind(how)
        .execute(work.connection())
        .await;
        let done = match first {
            Ok(kept) if kept.rows_affected() == 0 => Err(Unstored::Overtaken),
            Ok(_) => begin_table(work.connection(), table, kept, entrances).await.map_err(failed),
            Err(error) => Err(failed(error)),
        };
        work.end(done).await
    }

    /// Where the battle of a table is fought once more, if it is.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub async fn rematch(&self, table: &str) -> Result<Option<Rematch>, Unstored> {
        let found = sqlx::query("SELECT rematch_id, how FROM rematches WHERE table_id = $1")
            .bind(table)
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?;
        let rematch = |row: AnyRow| Ok(Rematch { table: row.try_get(0)?, how: row.try_get(1)? });
        found.map(rematch).transpose().map_err(failed)
    }

    /// Adds to a table; all of it or nothing. Tells how often it has been written to now.
    ///
    /// # Errors
    /// Where somebody was quicker, or it cannot be written.
    pub async fn add(&self, addition: Addition<'_>) -> Result<i64, Unstored> {
        let mut work = Work::begin(&self.pool).await?;
        let done = add_to_table(work.connection(), addition).await;
        work.end(done).await
    }

    /// A table as it is kept.
    ///
    /// # Errors
    /// Where there is none, or it cannot be read.
    pub async fn table(&self, table: &str) -> Result<Kept, Unstored> {
        // In one piece of work, so that lines and what waits belong together.
        let mut work = Work::begin(&self.pool).await?;
        let done = read_table(work.connection(), table, self.is_server).await;
        work.end(done).await
    }

    /// How far a table has come.
    ///
    /// # Errors
    /// Where there is none, or it cannot be read.
    pub async fn pulse(&self, table: &str) -> Result<Pulse, Unstored> {
        let found = sqlx::query(
            "SELECT revision, (SELECT MAX(number) FROM said WHERE table_id = $1), \
             (SELECT MAX(number) FROM names WHERE table_id = $1), \
             (SELECT COUNT(*) FROM rematches WHERE table_id = $1) FROM tables WHERE id = $1",
        )
        .bind(table)
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?;
        let found = found.ok_or(Unstored::Unknown)?;
        let said: Option<i64> = found.try_get(1).map_err(failed)?;
        let named: Option<i64> = found.try_get(2).map_err(failed)?;
        let (said, named) = (said.unwrap_or(0), named.unwrap_or(0));
        let rematches: i64 = found.try_get(3).map_err(failed)?;
        let revision = found.try_get(0).map_err(failed)?;
        Ok(Pulse { revision, said, named, fought_again: rematches > 0 })
    }

    /// Keeps what somebody said at a table, beside its record, and of all that was said there the last `most`.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn say(&self, table: &str, words: &str, most: i64) -> Result<(), Unstored> {
        // Two servers may find the same number free.
        for _ in 0..SPEAKERS {
            let mut work = Work::begin(&self.pool).await?;
            let done = said_next(work.connection(), table, words, most).await;
            let is_taken = done.as_ref().is_err_and(is_taken);
            let ended = work.end(done.map_err(failed)).await;
            if !is_taken {
                return ended;
            }
        }
        Err(Unstored::Overtaken)
    }

    /// What was said at a table after a number, each with its own.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub async fn said(&self, table: &str, after: i64) -> Result<Vec<(i64, String)>, Unstored> {
        let rows = sqlx::query(
            "SELECT number, words FROM said WHERE table_id = $1 AND number > $2 ORDER BY number",
        )
        .bind(table)
        .bind(after)
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        let said = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(said).collect::<Result<_, sqlx::Error>>().map_err(failed)
    }

    /// Keeps what whoever sits on a seat of a table is called; an empty name is none.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn name(&self, table: &str, seat: u8, name: &str) -> Result<(), Unstored> {
        // Counted in the same statement, so that whoever looks sees that a name is another.
        let kept = sqlx::query(
            "INSERT INTO names (table_id, seat, number, name) \
             SELECT $1, CAST($2 AS BIGINT), COALESCE(MAX(number), 0) + 1, $3 FROM names WHERE table_id = $1 \
             ON CONFLICT (table_id, seat) DO UPDATE SET number = excluded.number, name = excluded.name",
        )
        .bind(table)
        .bind(i64::from(seat))
        .bind(name);
        kept.execute(&self.pool).await.map_err(failed).map(|_| ())
    }

    /// What those who sit at a table are called, by their seats; and how often one was named.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub async fn names(&self, table: &str) -> Result<(i64, Vec<(u8, String)>), Unstored> {
        let rows =
            sqlx::query("SELECT seat, name, number FROM names WHERE table_id = $1 ORDER BY number")
                .bind(table)
                .fetch_all(&self.pool)
                .await
                .map_err(failed)?;
        let (mut last, mut names) = (0, Vec::new());
        for row in &rows {
            let seat: i64 = row.try_get(0).map_err(failed)?;
            last = row.try_get(2).map_err(failed)?;
            if let Ok(seat) = u8::try_from(seat) {
                names.push((seat, row.try_get(1).map_err(failed)?));
            }
        }
        Ok((last, names))
    }

    /// Lets somebody into a table by a secret with that hash.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn let_in(
        &self,
        table: &str,
        (hash, role): &(String, String),
    ) -> Result<(), Unstored> {
        let kept = entrance_to(table, hash, role);
        kept.execute(&self.pool).await.map_err(failed).map(|_| ())
    }

    /// Where the secret with that hash leads.
    ///
    /// # Errors
    /// Where nowhere, or it cannot be read.
    pub async fn entrance(&self, hash: &str) -> Result<Entrance, Unstored> {
        let found = sqlx::query("SELECT table_id, role FROM entrances WHERE hash = $1")
            .bind(hash)
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?
            .ok_or(Unstored::Unknown)?;
        let (table, role) = (found.try_get(0), found.try_get(1));
        Ok(Entrance { table: table.map_err(failed)?, role: role.map_err(failed)? })
    }
}

/// A piece of work on a connection: all of it is done or nothing.
///
/// A connection on which a piece of work did not end as it should is shut, never used again: where a disk is full, SQLite may have taken the work back
/// by itself, or not, and what is done on it afterwards might be in no file.
struct Work {
    connection: Option<PoolConnection<Any>>,
}

impl Work {
    async fn begin(pool: &AnyPool) -> Result<Work, Unstored> {
        let connection = pool.acquire().await.map_err(failed)?;
        // By its own words, for what counts pieces of work within one another may count wrongly once one has failed.
        let mut work = Work { connection: Some(connection) };
        match sqlx::query("BEGIN").execute(work.connection()).await {
            Ok(_) => Ok(work),
            Err(fault) => Err(failed(fault)),
        }
    }

    fn connection(&mut self) -> &mut AnyConnection {
        self.connection.as_mut().expect("it is taken where the work ends")
    }

    /// Keeps what was done, or takes it back.
    async fn end<T>(mut self, done: Result<T, Unstored>) -> Result<T, Unstored> {
        let is_done = done.is_ok();
        let last = sqlx::query(if is_done { "COMMIT" } else { "ROLLBACK" });
        match last.execute(self.connection()).await {
            Ok(_) if !matches!(done, Err(Unstored::Failed(_))) => drop(self.connection.take()),
            Err(fault) if is_done => return Err(Unstored::Unsure(fault.to_string())),
            _ => {}
        }
        done
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // Whoever asked may have gone in the middle of it.
        drop(self.connection.take().map(PoolConnection::detach));
    }
}

/// Makes a connection fit for use.
async fn prepared(connection: &mut AnyConnection, is_server: bool) -> Result<(), sqlx::Error> {
    // A statement that came back stays, even if the power fails.
    const PRAGMAS: [&str; 3] =
        ["PRAGMA busy_timeout = 5000", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"];
    if !is_server {
        for pragma in PRAGMAS {
            sqlx::query(pragma).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

async fn begin_table(
    work: &mut AnyConnection,
    table: &str,
    kept: &Kept,
    entrances: &[(String, String)],
) -> Result<(), sqlx::Error> {
    let begun = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    sqlx::query(
        "INSERT INTO tables (id, header, settings, waiting, revision, begun) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(table)
    .bind(written(&kept.transcript.header))
    .bind(kept.settings.as_str())
    .bind(written(&kept.transcript.waiting))
    .bind(kept.revision)
    .bind(begun as i64)
    .execute(&mut *work)
    .await?;
    add_entries(work, table, &kept.transcript.entries).await?;
    for (hash, role) in entrances {
        entrance_to(table, hash, role).execute(&mut *work).await?;
    }
    Ok(())
}

fn entrance_to<'a>(table: &'a str, hash: &'a str, role: &'a str) -> Query<'a, Any, AnyArguments> {
    let kept = sqlx::query("INSERT INTO entrances (hash, table_id, role) VALUES ($1, $2, $3)");
    kept.bind(hash).bind(table).bind(role)
}

async fn add_to_table(work: &mut AnyConnection, addition: Addition<'_>) -> Result<i64, Unstored> {
    let moved = sqlx::query(
        "UPDATE tables SET waiting = $1, revision = revision + 1 WHERE id = $2 AND revision = $3",
    )
    .bind(written(&addition.waiting))
    .bind(addition.table)
    .bind(addition.revision)
    .execute(&mut *work)
    .await
    .map_err(failed)?;
    if moved.rows_affected() == 0 {
        return Err(Unstored::Overtaken);
    }
    let added = add_entries(work, addition.table, addition.entries).await;
    added.map_err(|error| match is_taken(&error) {
        true => Unstored::Overtaken,
        false => failed(error),
    })?;
    Ok(addition.revision + 1)
}

async fn read_table(
    work: &mut AnyConnection,
    table: &str,
    is_server: bool,
) -> Result<Kept, Unstored> {
    // Of a server all of it has to be as it was when the first was read, while others write.
    if is_server {
        let as_one = sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        as_one.execute(&mut *work).await.map_err(failed)?;
    }
    let found = sqlx::query("SELECT header, settings, waiting, revision FROM tables WHERE id = $1")
        .bind(table)
        .fetch_optional(&mut *work)
        .await
        .map_err(failed)?
        .ok_or(Unstored::Unknown)?;
    let rows = sqlx::query("SELECT entry FROM entries WHERE table_id = $1 ORDER BY number")
        .bind(table)
        .fetch_all(&mut *work)
        .await
        .map_err(failed)?;
    let entries = rows.iter().map(|row| read(row, 0)).collect::<Result<Vec<_>, _>>()?;
    Ok(Kept {
        transcript: record(read(&found, 0)?, entries, read(&found, 2)?),
        settings: found.try_get(1).map_err(failed)?,
        revision: found.try_get(3).map_err(failed)?,
    })
}

async fn said_next(
    work: &mut AnyConnection,
    table: &str,
    words: &str,
    most: i64,
) -> Result<(), sqlx::Error> {
    // Written before anything is read: a file lets nobody write who has read what is no longer so.
    let added = sqlx::query(
        "INSERT INTO said (table_id, number, words) \
         SELECT $1, COALESCE(MAX(number), 0) + 1, $2 FROM said WHERE table_id = $1 RETURNING number",
    )
    .bind(table)
    .bind(words)
    .fetch_one(&mut *work)
    .await?;
    let number: i64 = added.try_get(0)?;
    sqlx::query("DELETE FROM said WHERE table_id = $1 AND number <= $2")
        .bind(table)
        .bind(number - most)
        .execute(&mut *work)
        .await
        .map(|_| ())
}

/// Adds lines of a record, many by each statement: one that is brought may have thousands.
async fn add_entries(
    work: &mut AnyConnection,
    table: &str,
    entries: &[Entry],
) -> Result<(), sqlx::Error> {
    for together in entries.chunks(LINES_TOGETHER) {
        let rows: Vec<String> = (0..together.len())
            .map(|row| format!("($1, ${}, ${})", 2 * row + 2, 2 * row + 3))
            .collect();
        let says =
            format!("INSERT INTO entries (table_id, number, entry) VALUES {}", rows.join(", "));
        // Of what is dynamic in it all are numbers of places.
        let mut query = sqlx::query(AssertSqlSafe(says)).bind(table);
        for entry in together {
            query =
                query.bind(i64::try_from(entry.number).unwrap_or(i64::MAX)).bind(written(entry));
        }
        query.execute(&mut *work).await?;
    }
    Ok(())
}

/// The address of a file, with what has a meaning in addresses escaped.
fn file_address(path: &Path) -> String {
    let path = path.to_string_lossy();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-:~\\".contains(&byte);
    let escaped = path.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    format!("sqlite://{}?mode=rwc", escaped.collect::<String>())
}

fn written<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("records have string keys")
}

fn read<T: DeserializeOwned>(row: &AnyRow, column: usize) -> Result<T, Unstored> {
    let text: String = row.try_get(column).map_err(failed)?;
    serde_json::from_str(&text).map_err(|fault| Unstored::Failed(fault.to_string()))
}

/// Whether a number was taken by somebody else.
fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|fault| fault.is_unique_violation())
}

fn failed(error: sqlx::Error) -> Unstored {
    Unstored::Failed(error.to_string())
}
