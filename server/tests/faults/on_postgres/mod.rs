//! Faults of a database on another machine, which several servers share.

mod database_network;
mod database_proxy;
mod database_stops;
mod introductions_without_database;
mod two_servers;
mod unconfirmed;
