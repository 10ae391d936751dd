//! Faults of the disk, which SQLite and the folder of files share with the server.

mod disk_full;
mod file_store;
mod introductions_without_room;
mod little_room;
mod permissions;
mod small_disk;
